import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useEffect } from 'react'
import type { StorageCalls, StorageCallFailure } from '../../../stored-files/storage-calls.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import { toLevel, type FolderLocation } from '../folder-location.ts'
import { useThrottled } from '../use-throttled.ts'
import { maxRefetchedPages, ListingError, listingQuery, refreshListings } from './listing-query.ts'
import { createRows } from './rows.ts'

/** Sorting loads up to this many pages of 1,000 files each. Files on later pages are not sorted. */
const maxSortedPages = 20

/** Returns why a listing failed. Any other error means that no request could be sent. */
const toFailure = (error: Error | null): StorageCallFailure | undefined => {
  if (error === null) return undefined
  return error instanceof ListingError ? error.failure : { kind: 'offline' }
}

/**
 * Reads the content of a folder, page by page. Reads nothing until `isEnabled` is true, because the saved
 * copy of the list may contain files of pending deletions that are not known yet.
 */
export const useListing = (
  storage: StorageCalls,
  customerId: string,
  location: FolderLocation,
  isEnabled: boolean,
) => {
  const query = useInfiniteQuery({
    ...listingQuery(storage, customerId, location),
    enabled: isEnabled,
    // `'always'` refetches a short list even if it is fresh, because the coach may have renamed or moved
    // files in another tab or on another phone. `true` refetches a longer list only if it is stale.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) > maxRefetchedPages || 'always',
  })
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = query
  /** Whether `loadAll` is running. A ref, because two calls before the next render must not both start. */
  const isLoadingAll = useRef(false)

  const rows = useMemo(() => {
    const pages = data?.pages ?? []
    return createRows(
      pages.flatMap(({ folders }) => folders),
      pages.flatMap(({ files }) => files),
    )
  }, [data])

  const loadAll = async () => {
    if (isLoadingAll.current) return
    isLoadingAll.current = true
    let result = await fetchNextPage({ cancelRefetch: false })
    while (result.hasNextPage && !result.isError && (result.data?.pages.length ?? 0) < maxSortedPages)
      result = await result.fetchNextPage({ cancelRefetch: false })
    isLoadingAll.current = false
  }

  return {
    /** In the order of the object store: by the bytes of their keys. */
    rows,
    isPending,
    isFetching,
    /** Whether the whole folder is loaded. */
    isComplete: data !== undefined && !hasNextPage,
    /** The number of pages that are loaded. */
    pageCount: data?.pages.length ?? 0,
    failure: toFailure(error),
    retry: () => void refetch(),
    /** Loads the next page, for a coach who scrolls near to the end. */
    loadMore: () => {
      if (hasNextPage && !isFetching && error === null) void fetchNextPage()
    },
    /** Loads all pages, for an order that the object store does not support. */
    loadAll: () => {
      if (hasNextPage) void loadAll()
    },
  }
}

export type Listing = ReturnType<typeof useListing>

/** The least time between two refetches, for many small uploads that end shortly after one another. */
const refreshIntervalMs = 3000

/**
 * Refetches the listing of a folder when an upload to its access level ends: the upload may have stored a
 * file in the folder, or created a subfolder.
 */
export const useRefreshAfterUploads = (
  uploads: UploadClient,
  customerId: string,
  { level, folder }: FolderLocation,
): void => {
  const queries = useQueryClient()
  const { tasks } = useUploads(uploads)
  const completedTasks = tasks.filter(
    (task) => task.level === toLevel(level) && task.status.state === 'COMPLETED',
  )
  // Compares the ids of the completed uploads, not their number, which stays the same if one of them is
  // dismissed when another upload ends.
  const completedIds = completedTasks.map(({ id }) => id).join(' ')
  const throttledIds = useThrottled(completedIds, refreshIntervalMs)
  useEffect(() => {
    if (throttledIds !== '') refreshListings(queries, customerId, [{ level, folder }])
  }, [throttledIds, queries, customerId, level, folder])
}
