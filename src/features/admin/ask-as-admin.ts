import type { Auth } from '../../account/account.ts'
import type { ApiFailure, ProductApiClient } from '../../contract/product-api-client.ts'
import type { ResponseOf, BodyOf } from '../../contract/product-api.ts'

/** The questions of the sync log that are answered with data. */
type Question = 'syncDevices' | 'syncDevice' | 'syncVersions'

/** Thrown because that is how a query learns of a failure. */
export class QuestionFailed extends Error {
  readonly failure: ApiFailure
  constructor(failure: ApiFailure) {
    super(failure.code)
    this.failure = failure
  }
}

export type AskAsAdmin = <N extends Question>(
  name: N,
  query: BodyOf<N>,
  signal: AbortSignal,
) => Promise<ResponseOf<N>>

/** A session's word that somebody is an admin ends after some hours, before the session does: it is then renewed once. */
const endings: ReadonlySet<string> = new Set(['admin-only', 'signed-out'])

/** Asks the product API for an admin. */
export const createAskAsAdmin =
  ({ api, auth }: { api: Pick<ProductApiClient, 'call'>; auth: Pick<Auth, 'renew'> }): AskAsAdmin =>
  async (name, query, signal) => {
    let answer = await api.call(name, query, { signal })
    if (!answer.ok && endings.has(answer.error.code) && (await auth.renew()).ok)
      answer = await api.call(name, query, { signal })
    if (!answer.ok) throw new QuestionFailed(answer.error)
    return answer.value
  }
