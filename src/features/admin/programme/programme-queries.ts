import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { queryOf, type CompleteFilters } from './programme-filters.ts'

/* As with devices, the keys do not begin with `customer`: nothing of it is cached on the device. */

/** The totals of a season. */
export const totalsQuery = (request: RequestAsAdmin, admin: string, filters: CompleteFilters) => {
  const query = { ...queryOf(filters), ...(filters.series && { series: filters.series }) }
  return queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'programme', query],
    queryFn: ({ signal }) => request('programme', query, signal),
  })
}

/** How a module was answered. */
export const answersQuery = (request: RequestAsAdmin, admin: string, filters: CompleteFilters) => {
  const query = { ...queryOf(filters), module: filters.module }
  return queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'programme-answers', query],
    queryFn: ({ signal }) => request('programmeAnswers', query, signal),
  })
}

/** What coaches wrote to a question, page by page. */
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
