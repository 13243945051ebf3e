import type { ApiFailure } from '../../contract/api-failure.ts'
import { fail, type Result } from '../../lib/result.ts'
import type { DrainDeps } from './drain-deps.ts'
import { isOfSession, needsSession, reclassify } from './judge.ts'

/** What became of the session in a drain. */
export type Renewal = {
  /** Something was refused although the session had just been made: that of the next one says more about the session. */
  isFruitless: boolean
}

type Deps = Pick<DrainDeps, 'renewSession' | 'isServerThere' | 'now'>

/**
 * Sends, and once more with a new session where the server wants one. A refusal that stays the same is about what was sent, until
 * something else in the drain meets it as well: then it is about the session, and nothing is renewed any more.
 */
const sendInSession = async <T>(
  { renewSession, now }: Deps,
  { customer, renewal }: { customer: string; renewal: Renewal },
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const since = now()
  let sent = await send()
  if (sent.ok || renewal.isFruitless) return sent
  if (needsSession(sent.error) && renewSession) {
    const renewed = await renewSession(customer, since)
    // The coach could not sign in either: it is tried later.
    if (renewed === undefined) return fail({ ...sent.error, code: 'provider-away' })
    if (!renewed) return sent
    sent = await send()
  } else if (sent.error.code !== 'csrf-mismatch') {
    // Its token is renewed by the client, once for each request.
    return sent
  }
  if (sent.ok || !isOfSession(sent.error)) return sent
  renewal.isFruitless = true
  return fail({ ...sent.error, afterRenewal: true })
}

/** The same, and what failed is classified by whether our server is there at all. */
export const sendRenewing = async <T>(
  deps: Deps,
  session: { customer: string; renewal: Renewal },
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const sent = await sendInSession(deps, session, send)
  return !sent.ok && deps.isServerThere ? fail(await reclassify(sent.error, deps.isServerThere)) : sent
}
