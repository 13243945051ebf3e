import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { StorageCalls, StorageCallFailure, StoredFile } from '../../../stored-files/storage-calls.ts'
import type { PendingDeletion } from '../../../stored-files/deletions/deletion-records.ts'
import { toStorageLocation, type FolderLocation } from '../folder-location.ts'

/** A failed listing. It is thrown, because a query of TanStack Query reports failures as exceptions. */
export class ListingError extends Error {
  readonly failure: StorageCallFailure
  constructor(failure: StorageCallFailure) {
    super(failure.code ?? failure.kind)
    this.failure = failure
  }
}

/** The part of a page that the screen needs. It is cached on the device for offline use. */
type Page = {
  folders: string[]
  files: StoredFile[]
  /** The continuation token of the next page. Absent on the last page. */
  next?: string
}
type Pages = InfiniteData<Page, string>

/** Returns the beginning of the query keys of all lists at a level. */
const createLevelQueryKey = (customerId: string, { level }: Pick<FolderLocation, 'level'>) => [
  'customer',
  customerId,
  'files',
  level,
]

/**
 * Lists of up to this many pages are fetched again as a whole when files are deleted. In longer lists, the
 * deleted files are only removed from the cached data.
 */
export const maxRefetchedPages = 2

/**
 * Reads the direct content of a folder, page by page. With `search`, it finds only names that begin with this
 * text. Even if a faulty object store repeats its pages, the list has an end.
 */
export const listingQuery = (
  storage: StorageCalls,
  customerId: string,
  location: FolderLocation,
  search = '',
) =>
  infiniteQueryOptions({
    queryKey: [...createLevelQueryKey(customerId, location), location.folder, search],
    initialPageParam: '',
    // Comparing thousands of files with their old values costs more than rendering them again.
    structuralSharing: false,
    queryFn: async ({ pageParam: token }): Promise<Page> => {
      const listing = await storage.list({
        ...toStorageLocation(location.level),
        path: location.folder + search,
        delimiter: '/',
        ...(token !== '' && { continuationToken: token }),
      })
      if (!listing.ok) throw new ListingError(listing.error)
      const { files, folders, nextContinuationToken: next } = listing.value
      // The page names itself as the next page.
      if (next === token) throw new ListingError({ kind: 'refused', code: 'EndlessList' })
      return { folders, files, ...(next !== undefined && { next }) }
    },
    // A page that names an earlier page as the next page is the last one.
    getNextPageParam: ({ next }, _pages, _token, previousTokens) =>
      next !== undefined && previousTokens.includes(next) ? undefined : next,
  })

const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data

const removeFiles = (data: Pages, keys: ReadonlySet<string>): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, files: page.files.filter(({ key }) => !keys.has(key)) })),
})

/**
 * Describes how the cached lists change when files are deleted: for each level of the storage, such as
 * `private`, the beginning of the query keys of its lists, and the change to their data.
 */
export const createListingUpdates = (customerId: string, files: readonly PendingDeletion[]) =>
  [...new Set(files.map((file) => file.level))].map((level) => {
    const deletedKeys = new Set(files.filter((file) => file.level === level).map(({ key }) => key))
    return {
      queryKey: createLevelQueryKey(customerId, { level }),
      change: (data: unknown) => (isPages(data) ? removeFiles(data, deletedKeys) : data),
    }
  })

/** Removes deleted files from the cached lists, and fetches short lists again. */
export const dropFromListings = (
  queries: QueryClient,
  customerId: string,
  files: readonly PendingDeletion[],
): void => {
  for (const { queryKey, change } of createListingUpdates(customerId, files)) {
    queries.setQueriesData({ queryKey }, change)
    void queries.invalidateQueries({
      queryKey,
      predicate: ({ state: { data } }) => isPages(data) && data.pages.length <= maxRefetchedPages,
    })
  }
}

/** Marks the lists of some folders as outdated. Displayed lists are fetched again. */
export const refreshListings = (
  queries: QueryClient,
  customerId: string,
  locations: readonly FolderLocation[],
): void => {
  for (const location of locations)
    void queries.invalidateQueries({
      queryKey: [...createLevelQueryKey(customerId, location), location.folder],
    })
}
