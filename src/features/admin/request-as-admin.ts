import { useMemo, useSyncExternalStore } from 'react'
import type { Session } from '../../session/session.ts'
import { errors } from '../../contract/errors.ts'
import type { ApiFailure, ProductApiClient } from '../../contract/product-api-client.ts'
import type { ResponseOf, BodyOf } from '../../contract/product-api.ts'

/** The calls of admins that the app makes; files are links. */
type Call =
  | 'syncDevices'
  | 'syncDevice'
  | 'syncVersions'
  | 'eraseCustomer'
  | 'programme'
  | 'programmeAnswers'
  | 'programmeTexts'

/** Thrown because that is how a query learns of a failure. */
export class RequestFailed extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.code)
    this.failure = failure
  }
}

/** What went wrong, in the words of its code. */
export const requestMessage = ({ failure }: RequestFailed) => errors[failure.code].message

export type RequestAsAdmin = <N extends Call>(
  name: N,
  query: BodyOf<N>,
  signal: AbortSignal,
) => Promise<ResponseOf<N>>

/** The admin rights of a session end after some hours, before the session does: it is then renewed once. */
const sessionEnds: ReadonlySet<string> = new Set(['admin-only', 'signed-out'])

type Deps = { api: Pick<ProductApiClient, 'call'>; session: Pick<Session, 'renew'>; admin: string }

/** Calls the product API as an admin. */
export const createRequestAsAdmin =
  ({ api, session, admin }: Deps): RequestAsAdmin =>
  async (name, query, signal) => {
    let result = await api.call(name, query, { signal })
    if (!result.ok && sessionEnds.has(result.error.code) && (await session.renew(admin)).ok)
      result = await api.call(name, query, { signal })
    if (!result.ok) throw new RequestFailed(result.error)
    return result.value
  }

/** The signed-in admin, and the way to call in their name. */
export const useAdmin = (session: Session & { api: ProductApiClient }) => {
  const state = useSyncExternalStore(session.subscribe, session.state)
  const admin = state.status === 'authenticated' ? state.user.userID : ''
  const request = useMemo(() => createRequestAsAdmin({ api: session.api, session, admin }), [session, admin])
  return { request, admin }
}
