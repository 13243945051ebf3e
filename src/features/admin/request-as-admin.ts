import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Session } from '../../session/session.ts'
import { errors } from '../../contract/errors.ts'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { ResponseOf, BodyOf } from '../../contract/product-api.ts'
import { useStore } from '../../lib/use-store.ts'

/** The admin calls that the app makes. Files are links instead. */
type AdminCall =
  | 'syncDevices'
  | 'syncDevice'
  | 'syncVersions'
  | 'syncOverview'
  | 'eraseCustomer'
  | 'programme'
  | 'programmeAnswers'
  | 'programmeTexts'

/** The start of the query keys of everything that admins read. */
const adminKey = ['admin']

/** A refusal does not change with a retry, and a failure is shown with a button to retry. */
export const adminQueryOptions = { retry: false } as const

/** Thrown because a query reports failures as exceptions. */
export class AdminRequestError extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.code)
    this.failure = failure
  }
}

/** The message of a failed request. */
export const failureMessage = ({ failure }: AdminRequestError) => errors[failure.code].message

/** Calls the API. Throws an `AdminRequestError` if the call fails. */
export type RequestAsAdmin = <N extends AdminCall>(
  name: N,
  query: BodyOf<N>,
  signal: AbortSignal,
) => Promise<ResponseOf<N>>

/** Creates the function that calls the API for an admin. */
export const createRequestAsAdmin =
  (api: ProductApiClient, queries: Pick<QueryClient, 'removeQueries'>): RequestAsAdmin =>
  async (name, query, signal) => {
    const result = await api.call(name, query, { signal })
    if (!result.ok) throw new AdminRequestError(result.error)
    // Cached responses may be about the deleted customer.
    if (name === 'eraseCustomer') queries.removeQueries({ queryKey: adminKey })
    return result.value
  }

/** The id of the signed-in admin, and a function that calls the API as that admin. */
export const useAdmin = (session: Session & { api: ProductApiClient; queries: QueryClient }) => {
  const { api, queries } = session
  const state = useStore(session, session.state)
  const adminId = state.status === 'authenticated' ? state.user.userID : ''
  const request = useMemo(() => createRequestAsAdmin(api, queries), [api, queries])
  return { request, adminId }
}
