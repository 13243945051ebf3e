import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RequestFailure } from './request-failure.tsx'

type Props<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode }

/** Shows the data of a query, a placeholder while it loads, or why it failed. */
export const QueryContent = <T,>({ query, children }: Props<T>) => {
  const { data, error, refetch } = query
  return (
    <>
      {!data && !error && <Skeleton rows={6} />}
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {data && children(data)}
    </>
  )
}
