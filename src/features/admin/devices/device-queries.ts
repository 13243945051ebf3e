import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { adminQueryOptions, type RequestAsAdmin } from '../request-as-admin.ts'
import { toQuery, type DeviceFilters } from './device-filters.ts'

/*
 * The query keys do not begin with `customer`, because data with such keys is saved on the device. This data
 * is about other people.
 */

/**
 * The interval at which an open page reads its data again. A device may have reported, and the data of a
 * coach who deleted their account must not stay on an admin's screen.
 */
const refetchIntervalMs = 60_000
/** A log with more pages than this is not read again automatically, because each page is a request. */
const maxRefetchedPages = 3

/** Reads a page of the devices that match the filters: the page after the cursor `after`, or the first. */
export const devicesQuery = (
  request: RequestAsAdmin,
  adminId: string,
  filters: DeviceFilters,
  after: string | undefined,
) => {
  const query = { ...toQuery(filters), ...(after !== undefined && { after }) }
  return queryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'devices', query],
    queryFn: ({ signal }) => request('syncDevices', query, signal),
    // The list shows the previous page until the next one arrives, so its height does not change.
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  })
}

/**
 * Counts how many devices the list would show with one more filter, for each filter of the overview. The
 * order of the list does not matter, so `sort` is left out.
 */
export const overviewQuery = (request: RequestAsAdmin, adminId: string, filters: DeviceFilters) => {
  const { sort: _sort, ...query } = toQuery(filters)
  return queryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'overview', query],
    queryFn: ({ signal }) => request('syncOverview', query, signal),
    // The bars keep the previous numbers until the numbers for other filters arrive.
    placeholderData: keepPreviousData,
  })
}

/** Reads the app versions that devices report. */
export const versionsQuery = (request: RequestAsAdmin, adminId: string) =>
  queryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'versions'],
    queryFn: ({ signal }) => request('syncVersions', {}, signal),
  })

/**
 * Reads one device, with its log page by page, newest first. A page param is the id of the log row before
 * which the page starts, or 0 for the first page.
 */
export const deviceQuery = (request: RequestAsAdmin, adminId: string, deviceId: string) =>
  infiniteQueryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'device', deviceId],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      request(
        'syncDevice',
        { device: deviceId, ...(pageParam > 0 && { before: String(pageParam) }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state: { data } }) =>
      (data?.pages.length ?? 0) <= maxRefetchedPages && refetchIntervalMs,
  })

/** The log of one device, as `useInfiniteQuery` returns it. */
export type DeviceLogQuery = UseInfiniteQueryResult<InfiniteData<ResponseOf<'syncDevice'>>>
