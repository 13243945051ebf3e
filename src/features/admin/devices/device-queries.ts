import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { queryOf, type DeviceFilters } from './device-filters.ts'

/*
 * The keys do not begin with `customer`: admins read data about other people, which must not be cached on
 * their device.
 */

/** The devices that match the filters, page by page. */
export const devicesQuery = (request: RequestAsAdmin, admin: string, filters: DeviceFilters) =>
  infiniteQueryOptions({
    // A refusal does not change with a retry, and a failure is shown with a button to retry.
    retry: false,
    queryKey: ['admin', admin, 'devices', queryOf(filters)],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      request('syncDevices', { ...queryOf(filters), ...(pageParam !== '' && { after: pageParam }) }, signal),
    getNextPageParam: ({ next }) => next,
  })

/** The number of devices behind each filter, independent of the order of the list. */
export const overviewQuery = (request: RequestAsAdmin, admin: string, filters: DeviceFilters) => {
  const { sort: _sort, ...query } = queryOf(filters)
  return queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'overview', query],
    queryFn: ({ signal }) => request('syncOverview', query, signal),
    // The bars keep the previous numbers until the numbers for other filters arrive.
    placeholderData: keepPreviousData,
  })
}

export const versionsQuery = (request: RequestAsAdmin, admin: string) =>
  queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'versions'],
    queryFn: ({ signal }) => request('syncVersions', {}, signal),
  })

/** One device, with its log page by page, newest first. */
export const deviceQuery = (request: RequestAsAdmin, admin: string, device: string) =>
  infiniteQueryOptions({
    retry: false,
    queryKey: ['admin', admin, 'device', device],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      request('syncDevice', { device, ...(pageParam > 0 && { before: String(pageParam) }) }, signal),
    getNextPageParam: ({ next }) => next,
  })

/** The log of one device, as `useInfiniteQuery` returns it. */
export type DeviceLogQuery = UseInfiniteQueryResult<InfiniteData<ResponseOf<'syncDevice'>>>
