import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { createOpenAdminPages } from '../../session/open-admin-pages.ts'
import type { Session } from '../../session/session.ts'
import { errors } from '../../contract/errors.ts'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { ResponseOf, BodyOf } from '../../contract/product-api.ts'
import { useStore } from '../../lib/use-store.ts'

/** The admin calls that the app makes. Links download files, so the calls for files are not in the list. */
type AdminCall =
  | 'syncDevices'
  | 'syncDevice'
  | 'syncVersions'
  | 'syncOverview'
  | 'appHealthOverview'
  | 'eraseCustomer'
  | 'programme'
  | 'programmeAnswers'
  | 'programmeTexts'
  | 'roles'
  | 'giveRole'

/** The query keys of everything that admins read begin with this. */
const adminKey = ['admin']

/** The query key of the access to the admin pages. It is not below `adminKey`, so an erasure does not remove it. */
export const adminAccessKey = ['admin-access']

/** Queries are not retried. A refusal would not change, and after other failures the page has a retry button. */
export const adminQueryOptions = { retry: false } as const

/** The failure of a call, as an exception, because TanStack Query expects a query to throw. */
export class AdminRequestError extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.code)
    this.failure = failure
  }
}

/** Returns the id of the message about a failed request. */
export const getFailureMessage = ({ failure }: AdminRequestError) => errors[failure.code].message

/** Calls the API. Throws an `AdminRequestError` if the call fails. */
export type RequestAsAdmin = <N extends AdminCall>(
  name: N,
  body: BodyOf<N>,
  signal: AbortSignal,
) => Promise<ResponseOf<N>>

/**
 * Wraps the client for the admin pages. If the server refuses a call because the second factor has to be proved
 * again, or the role has changed, `AdminAccess` asks the server for the access again.
 */
export const createAdminClient = (
  api: ProductApiClient,
  queryClient: Pick<QueryClient, 'invalidateQueries'>,
): ProductApiClient => ({
  call: async (...request) => {
    const result = await api.call(...request)
    const isAccessRefused =
      !result.ok && (result.error.code === 'second-factor-needed' || result.error.code === 'admin-only')
    if (isAccessRefused) void queryClient.invalidateQueries({ queryKey: adminAccessKey })
    return result
  },
})

/**
 * Returns a function that calls the API for an admin, and drops cached responses once a customer is deleted.
 */
export const createRequestAsAdmin =
  (api: ProductApiClient, queryClient: Pick<QueryClient, 'removeQueries'>): RequestAsAdmin =>
  async (name, body, signal) => {
    const result = await api.call(name, body, { signal })
    if (!result.ok) throw new AdminRequestError(result.error)
    // Cached responses may be about the deleted customer.
    if (name === 'eraseCustomer') queryClient.removeQueries({ queryKey: adminKey })
    return result.value
  }

/**
 * Provides what the admin pages need to call the API. `adminId` is the id of the signed-in admin, or '' if nobody
 * is signed in.
 */
export const useAdmin = (session: Session & { api: ProductApiClient; queries: QueryClient }) => {
  const { queries: queryClient } = session
  const state = useStore(session, session.state)
  const adminId = state.status === 'authenticated' ? state.user.userID : ''
  const api = useMemo(() => createAdminClient(session.api, queryClient), [session.api, queryClient])
  const request = useMemo(() => createRequestAsAdmin(api, queryClient), [api, queryClient])
  return { api, request, adminId, openPages: createOpenAdminPages(adminId, session) }
}
