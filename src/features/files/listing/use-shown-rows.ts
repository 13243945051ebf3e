import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import type { StorageCalls } from '../../../stored-files/storage-calls.ts'
import { useThrottled } from '../use-throttled.ts'
import type { Deletions } from '../../../stored-files/deletions/deletions.ts'
import { fileName } from '../../../stored-files/deletions/deletion-records.ts'
import { listingQuery } from './listing-query.ts'
import { levelOf, type Place } from '../place.ts'
import { filterRows, rowsOf, sortRows, type Order, type Row } from './rows.ts'
import { useListing } from './use-listing.ts'

type Options = {
  storage: StorageCalls
  customer: string
  place: Place
  deletions: Pick<Deletions, 'hidden' | 'isReady'>
}

/** ms between two searches while the person types. */
const typingPause = 300

/** What the store finds by the beginning of names, if not everything is loaded. */
const useFound = ({ storage, customer, place }: Options, text: string, enabled: boolean): Row[] => {
  const sought = useThrottled(text, typingPause)
  const query = listingQuery(storage, customer, place, sought)
  const { data } = useInfiniteQuery({ ...query, enabled: enabled && sought !== '' })
  if (!enabled || text === '' || sought !== text || !data) return []
  return data.pages.flatMap(({ folders, files }) => rowsOf(folders, files))
}

const withFound = (rows: readonly Row[], found: readonly Row[]): Row[] => {
  const known = new Set(rows.map(({ key }) => key))
  return [...rows, ...found.filter(({ key }) => !known.has(key))]
}

/** The rows of a folder as shown: without deleted rows, searched and sorted. */
export const useShownRows = (options: Options) => {
  const { place } = options
  const { hidden, isReady } = options.deletions
  const [order, setOrder] = useState<Order>('name')
  const [text, setText] = useState('')
  const listing = useListing(options.storage, options.customer, place, isReady)
  const found = useFound(options, text.trim(), !listing.isWhole)
  const wanted = useDeferredValue(text)

  // Pages arrive in the order of the store, and rows must not move while the person scrolls.
  const asItCame = order === 'name' && listing.pages > 1 && wanted === ''
  const sorted = useMemo(
    () => (asItCame ? listing.rows : sortRows(withFound(filterRows(listing.rows, wanted), found), order)),
    [asItCame, listing.rows, wanted, found, order],
  )
  const rows = useMemo(
    () =>
      hidden.size === 0
        ? sorted
        : sorted.filter(({ key }) => !hidden.has(fileName({ level: levelOf(place.level), key }))),
    [sorted, hidden, place],
  )
  return {
    listing,
    rows,
    order,
    text,
    setText,
    setOrder: (next: Order) => {
      setOrder(next)
      if (next !== 'name') listing.loadAll()
    },
  }
}

export type ShownRows = ReturnType<typeof useShownRows>
