import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AskAsAdmin } from './ask-as-admin.ts'
import { queryOf, type DeviceFilters } from './device-filters.ts'

/* The keys do not begin with `customer`: what admins read is about others, and is not kept on their device. */

/** The devices that the filters leave, page by page. */
export const devicesQuery = (ask: AskAsAdmin, admin: string, filters: DeviceFilters) =>
  infiniteQueryOptions({
    // A refusal stays one, and a failure is shown with the way to ask again.
    retry: false,
    queryKey: ['admin', admin, 'devices', queryOf(filters)],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      ask('syncDevices', { ...queryOf(filters), ...(pageParam !== '' && { after: pageParam }) }, signal),
    getNextPageParam: ({ next }) => next,
  })

/** The versions of the app that devices run. */
export const versionsQuery = (ask: AskAsAdmin, admin: string) =>
  queryOptions({
    retry: false,
    queryKey: ['admin', admin, 'versions'],
    queryFn: ({ signal }) => ask('syncVersions', {}, signal),
  })

/** One device; its log page by page, the newest first. */
export const deviceQuery = (ask: AskAsAdmin, admin: string, device: string) =>
  infiniteQueryOptions({
    retry: false,
    queryKey: ['admin', admin, 'device', device],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      ask('syncDevice', { device, ...(pageParam > 0 && { before: String(pageParam) }) }, signal),
    getNextPageParam: ({ next }) => next,
  })
