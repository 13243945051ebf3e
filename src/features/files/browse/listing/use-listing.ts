import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { StorageCalls, StorageProblem } from '../../../../uploads/storage-calls.ts'
import { ListingFailed, listingQuery } from './listing-query.ts'
import type { Place } from '../place.ts'
import { rowsOf, type Row } from './rows.ts'

/** Pages of 1,000 that sorting asks for by itself; beyond them, only what is loaded is sorted. */
const mostPages = 20

export type Listing = {
  /** As they came: by the bytes of their keys */
  rows: readonly Row[]
  isPending: boolean
  isFetching: boolean
  /** Everything of the folder is there. */
  isWhole: boolean
  pages: number
  problem: StorageProblem | undefined
  retry: () => void
  loadMore: () => void
  /** All pages, for an order that the store does not know. */
  loadAll: () => void
}

const problemOf = (error: Error | null): StorageProblem | undefined => {
  if (error === null) return undefined
  return error instanceof ListingFailed ? error.problem : { kind: 'offline' }
}

/** What is in a folder. Further pages are fetched as the person scrolls to the end. */
export const useListing = (storage: StorageCalls, customer: string, place: Place): Listing => {
  const query = useInfiniteQuery(listingQuery(storage, customer, place))
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = query
  const isLoadingAll = useRef(false)

  const rows = useMemo(() => {
    const pages = data?.pages ?? []
    return rowsOf(
      pages.flatMap(({ folders }) => folders),
      pages.flatMap(({ files }) => files),
    )
  }, [data])

  const loadAll = async () => {
    if (isLoadingAll.current) return
    isLoadingAll.current = true
    let answer = await fetchNextPage({ cancelRefetch: false })
    while (answer.hasNextPage && !answer.isError && (answer.data?.pages.length ?? 0) < mostPages)
      answer = await answer.fetchNextPage({ cancelRefetch: false })
    isLoadingAll.current = false
  }

  return {
    rows,
    isPending,
    isFetching,
    isWhole: data !== undefined && !hasNextPage,
    pages: data?.pages.length ?? 0,
    problem: problemOf(error),
    retry: () => void refetch(),
    loadMore: () => {
      if (hasNextPage && !isFetching && error === null) void fetchNextPage()
    },
    loadAll: () => {
      if (hasNextPage) void loadAll()
    },
  }
}
