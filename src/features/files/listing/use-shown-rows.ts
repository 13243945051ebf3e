import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { getFullName } from '../../../stored-files/deletions/deletion-records.ts'
import type { Deletions } from '../../../stored-files/deletions/deletions.ts'
import type { StorageCalls } from '../../../stored-files/storage-calls.ts'
import { toLevel, type FolderLocation } from '../folder-location.ts'
import { useThrottled } from '../use-throttled.ts'
import { listingQuery } from './listing-query.ts'
import { filterRows, createRows, sortRows, type Order, type Row } from './rows.ts'
import { useListing } from './use-listing.ts'

type Options = {
  storage: StorageCalls
  customer: string
  location: FolderLocation
  deletions: Pick<Deletions, 'hidden' | 'isReady'>
}

/** The time between two searches while the coach types. */
const searchIntervalMs = 300

/**
 * Searches in the object store, which finds names only by their beginning. Returns no rows until the results
 * for the current text have arrived.
 */
const useRemoteSearch = (
  { storage, customer, location }: Options,
  text: string,
  isEnabled: boolean,
): Row[] => {
  const throttledText = useThrottled(text, searchIntervalMs)
  const query = listingQuery(storage, customer, location, throttledText)
  const { data } = useInfiniteQuery({ ...query, enabled: isEnabled && throttledText !== '' })
  if (!isEnabled || text === '' || throttledText !== text || !data) return []
  return data.pages.flatMap(({ folders, files }) => createRows(folders, files))
}

/** Adds search results that are not among the loaded rows. */
const withSearchResults = (rows: readonly Row[], searchResults: readonly Row[]): Row[] => {
  const loadedKeys = new Set(rows.map(({ key }) => key))
  return [...rows, ...searchResults.filter(({ key }) => !loadedKeys.has(key))]
}

/** Provides the rows of a folder as shown: searched, sorted, and without the files of pending deletions. */
export const useShownRows = (options: Options) => {
  const { location } = options
  // `isReady` is true once the hidden names include the files that earlier visits left to delete.
  const { hidden: hiddenNames, isReady } = options.deletions
  const [order, setOrder] = useState<Order>('name')
  const [searchText, setSearchText] = useState('')
  const listing = useListing(options.storage, options.customer, location, isReady)
  // A complete list needs no remote search, because all its rows are searched here.
  const searchResults = useRemoteSearch(options, searchText.trim(), !listing.isComplete)
  const deferredText = useDeferredValue(searchText)

  // The pages of a long list arrive in the order of the object store. They stay in this order, because rows
  // must not move while the coach scrolls.
  const keepsStoreOrder = order === 'name' && listing.pageCount > 1 && deferredText === ''
  const sortedRows = useMemo(() => {
    if (keepsStoreOrder) return listing.rows
    const foundRows = withSearchResults(filterRows(listing.rows, deferredText), searchResults)
    return sortRows(foundRows, order)
  }, [keepsStoreOrder, listing.rows, deferredText, searchResults, order])
  const rows = useMemo(() => {
    if (hiddenNames.size === 0) return sortedRows
    const level = toLevel(location.level)
    return sortedRows.filter(({ key }) => !hiddenNames.has(getFullName({ level, key })))
  }, [sortedRows, hiddenNames, location])
  return {
    listing,
    rows,
    order,
    searchText,
    setSearchText,
    setOrder: (newOrder: Order) => {
      setOrder(newOrder)
      // Any other order needs all files. In a long list, `name` is the order of the object store.
      if (newOrder !== 'name') listing.loadAll()
    },
  }
}

export type ShownRows = ReturnType<typeof useShownRows>
