import { queryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { adminQueryOptions, type RequestAsAdmin } from '../request-as-admin.ts'

export type RolesQuery = UseQueryResult<ResponseOf<'roles'>>
export type RoleHolder = ResponseOf<'roles'>['roles'][number]
export type RoleChange = ResponseOf<'roles'>['changes'][number]

/** The key does not begin with `customer`, because data with such keys is saved on the device. */
export const getRolesKey = (adminId: string) => ['admin', adminId, 'roles']

/** Reads who has which role, and the last changes. */
export const rolesQuery = (request: RequestAsAdmin, adminId: string) =>
  queryOptions({
    ...adminQueryOptions,
    queryKey: getRolesKey(adminId),
    queryFn: ({ signal }) => request('roles', {}, signal),
    // Another manager may have changed a role since.
    staleTime: 0,
  })
