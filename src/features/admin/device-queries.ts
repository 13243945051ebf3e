import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { RequestAsAdmin } from './request-as-admin.ts'
import { queryOf, type DeviceFilters } from './device-filters.ts'

/* The keys do not begin with `customer`: what admins read is about others, and is not cached on their device. */

/** The devices that the filters leave, page by page. */
export const devicesQuery = (request: RequestAsAdmin, admin: string, filters: DeviceFilters) =>
  infiniteQueryOptions({
    // A refusal stays one, and a failure is shown with the way to try again.
    retry: false,
    queryKey: ['admin', admin, 'devices', queryOf(filters)],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      request('syncDevices', { ...queryOf(filters), ...(pageParam !== '' && { after: pageParam }) }, signal),
    getNextPageParam: ({ next }) => next,
  })

/** How many devices there are behind each filter, whatever the order of the list. */
export const overviewQuery = (request: RequestAsAdmin, admin: string, filters: DeviceFilters) => {
  const { sort: _sort, ...query } = queryOf(filters)
  return queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'overview', query],
    queryFn: ({ signal }) => request('syncOverview', query, signal),
    // The numbers before stay in their bars until those of other filters are there.
    placeholderData: keepPreviousData,
  })
}

/** The versions of the app that devices run. */
export const versionsQuery = (request: RequestAsAdmin, admin: string) =>
  queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'versions'],
    queryFn: ({ signal }) => request('syncVersions', {}, signal),
  })

/** One device; its log page by page, the newest first. */
export const deviceQuery = (request: RequestAsAdmin, admin: string, device: string) =>
  infiniteQueryOptions({
    retry: false,
    queryKey: ['admin', admin, 'device', device],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      request('syncDevice', { device, ...(pageParam > 0 && { before: String(pageParam) }) }, signal),
    getNextPageParam: ({ next }) => next,
  })

/** The log of one device, as `useInfiniteQuery` has it. */
export type DeviceLogQuery = UseInfiniteQueryResult<InfiniteData<ResponseOf<'syncDevice'>>>
