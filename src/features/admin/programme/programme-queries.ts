import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminQueryOptions, type RequestAsAdmin } from '../request-as-admin.ts'
import { toQuery, type CompleteFilters } from './programme-filters.ts'

/*
 * The query keys do not begin with `customer`, because data with such keys is saved on the device. This data
 * is about other people.
 */

/** Reads what the server counted, month by month. */
export const totalsQuery = (request: RequestAsAdmin, adminId: string, filters: CompleteFilters) => {
  const query = { ...toQuery(filters), ...(filters.series && { series: filters.series }) }
  return queryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'programme', query],
    queryFn: ({ signal }) => request('programme', query, signal),
  })
}

/** Reads how many times each option was chosen, for each question of a module. */
export const answersQuery = (request: RequestAsAdmin, adminId: string, filters: CompleteFilters) => {
  const query = { ...toQuery(filters), module: filters.module }
  return queryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'programme-answers', query],
    queryFn: ({ signal }) => request('programmeAnswers', query, signal),
  })
}

/** Reads the answers that coaches wrote to a question, page by page. An empty cursor means the first page. */
export const writtenAnswersQuery = (
  request: RequestAsAdmin,
  adminId: string,
  { filters, question }: { filters: CompleteFilters; question: string },
) => {
  const query = { ...toQuery(filters), module: filters.module, question }
  return infiniteQueryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'programme-texts', query],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      request('programmeTexts', { ...query, ...(pageParam !== '' && { after: pageParam }) }, signal),
    getNextPageParam: ({ next }) => next,
  })
}
