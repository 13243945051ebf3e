import { keepPreviousData, queryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import type { HealthPeriod } from '../../../contract/product-api/admin/admin-filters.ts'
import { adminQueryOptions, type RequestAsAdmin } from '../request-as-admin.ts'

export type HealthQuery = UseQueryResult<ResponseOf<'appHealthOverview'>>

/** Reads the web vitals and errors that devices reported in the last `days` days. */
export const healthQuery = (request: RequestAsAdmin, adminId: string, days: HealthPeriod) =>
  queryOptions({
    ...adminQueryOptions,
    queryKey: ['admin', adminId, 'health', days],
    queryFn: ({ signal }) => request('appHealthOverview', { days }, signal),
    // The numbers of the previous period are shown until those of the new period arrive, so that nothing moves.
    placeholderData: keepPreviousData,
  })
