import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { queryOf, type CompleteFilters } from './programme-filters.ts'

/* As for devices, the keys do not begin with `customer`: the results are not cached on the device. */

export const totalsQuery = (request: RequestAsAdmin, admin: string, filters: CompleteFilters) => {
  const query = { ...queryOf(filters), ...(filters.series && { series: filters.series }) }
  return queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'programme', query],
    queryFn: ({ signal }) => request('programme', query, signal),
  })
}

export const answersQuery = (request: RequestAsAdmin, admin: string, filters: CompleteFilters) => {
  const query = { ...queryOf(filters), module: filters.module }
  return queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'programme-answers', query],
    queryFn: ({ signal }) => request('programmeAnswers', query, signal),
  })
}

/** The texts that coaches wrote for a question, page by page. */
export const textsQuery = (
  request: RequestAsAdmin,
  admin: string,
  { filters, question }: { filters: CompleteFilters; question: string },
) => {
  const query = { ...queryOf(filters), module: filters.module, question }
  return infiniteQueryOptions({
    retry: false,
    queryKey: ['admin', admin, 'programme-texts', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      request('programmeTexts', { ...query, ...(pageParam !== '' && { after: pageParam }) }, signal),
    getNextPageParam: ({ next }) => next,
  })
}
