import type { QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Session } from '../../session/session.ts'
import { errors } from '../../contract/errors.ts'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { ResponseOf, BodyOf } from '../../contract/product-api.ts'
import { useStore } from '../../lib/use-store.ts'

/** The admin calls that the app makes. Files are links instead. */
type Call =
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

/** Thrown because a query reports failures as exceptions. */
export class RequestFailed extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.code)
    this.failure = failure
  }
}

export const requestMessage = ({ failure }: RequestFailed) => errors[failure.code].message

export type RequestAsAdmin = <N extends Call>(
  name: N,
  query: BodyOf<N>,
  signal: AbortSignal,
) => Promise<ResponseOf<N>>

export const requestWith =
  (api: ProductApiClient, queries: Pick<QueryClient, 'removeQueries'>): RequestAsAdmin =>
  async (name, query, signal) => {
    const result = await api.call(name, query, { signal })
    if (!result.ok) throw new RequestFailed(result.error)
    // What was read before may be about the customer who is gone.
    if (name === 'eraseCustomer') queries.removeQueries({ queryKey: adminKey })
    return result.value
  }

/** The signed-in admin, and a function that calls the API as that admin. */
export const useAdmin = (session: Session & { api: ProductApiClient; queries: QueryClient }) => {
  const { api, queries } = session
  const state = useStore(session, session.state)
  const admin = state.status === 'authenticated' ? state.user.userID : ''
  const request = useMemo(() => requestWith(api, queries), [api, queries])
  return { request, admin }
}
