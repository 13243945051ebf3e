import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import type { StorageCalls, StorageProblem, StoredFile } from '../../../../uploads/storage-calls.ts'
import type { PendingDeletion } from '../../../../deletions/deletion-records.ts'
import { locationOf, type Place } from '../place.ts'

/** A refused listing, thrown because that is how a query learns of a failure. */
export class ListingFailed extends Error {
  readonly problem: StorageProblem
  constructor(problem: StorageProblem) {
    super(problem.code ?? problem.kind)
    this.problem = problem
  }
}

/** What the screen needs of a page; it is cached on the device for the time without a connection. */
type Page = { folders: string[]; files: StoredFile[]; next?: string }
type Pages = InfiniteData<Page, string>

const levelKey = (customer: string, { level }: Pick<Place, 'level'>) => ['customer', customer, 'files', level]

/** Lists of so many pages are asked for again as a whole; longer ones only lose what is gone. */
export const fewPages = 2

/** What is directly in a folder, page by page; `search` are the first letters of the names. */
export const listingQuery = (storage: StorageCalls, customer: string, place: Place, search = '') =>
  infiniteQueryOptions({
    queryKey: [...levelKey(customer, place), place.folder, search],
    initialPageParam: '',
    // Comparing thousands of files with what they were costs more than showing them again.
    structuralSharing: false,
    queryFn: async ({ pageParam }): Promise<Page> => {
      const listing = await storage.list({
        ...locationOf(place.level),
        path: place.folder + search,
        delimiter: '/',
        ...(pageParam !== '' && { continuationToken: pageParam }),
      })
      if (!listing.ok) throw new ListingFailed(listing.error)
      const { files, folders, nextContinuationToken: next } = listing.value
      // The same page again would come again and again.
      if (next === pageParam) throw new ListingFailed({ kind: 'refused', code: 'EndlessList' })
      return { folders, files, ...(next !== undefined && { next }) }
    },
    getNextPageParam: ({ next }, _pages, _last, read) =>
      next !== undefined && read.includes(next) ? undefined : next,
  })

const isPages = (data: unknown): data is Pages => typeof data === 'object' && data !== null && 'pages' in data

const withoutFiles = (data: Pages, gone: ReadonlySet<string>): Pages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, files: page.files.filter(({ key }) => !gone.has(key)) })),
})

/** How the lists of each level change when files are gone: the beginning of their keys, and what to make of their data. */
export const changesOfListings = (customer: string, files: readonly PendingDeletion[]) =>
  [...new Set(files.map((file) => file.level))].map((level) => {
    const gone = new Set(files.filter((file) => file.level === level).map(({ key }) => key))
    return {
      queryKey: levelKey(customer, { level }),
      change: (data: unknown) => (isPages(data) ? withoutFiles(data, gone) : data),
    }
  })

/** Takes files that are gone off the lists. */
export const dropFromListings = (
  queries: QueryClient,
  customer: string,
  files: readonly PendingDeletion[],
): void => {
  for (const { queryKey, change } of changesOfListings(customer, files)) {
    queries.setQueriesData({ queryKey }, change)
    void queries.invalidateQueries({
      queryKey,
      predicate: ({ state: { data } }) => isPages(data) && data.pages.length <= fewPages,
    })
  }
}

/** Refetches the listings of some folders. */
export const refreshListings = (queries: QueryClient, customer: string, places: readonly Place[]): void => {
  for (const place of places)
    void queries.invalidateQueries({ queryKey: [...levelKey(customer, place), place.folder] })
}
