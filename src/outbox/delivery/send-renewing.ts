import type { ApiFailure } from '../../contract/api-failure.ts'
import { fail, type Result } from '../../lib/result.ts'
import type { DrainDeps } from './drain-deps.ts'
import { isOfSession, needsSession, reclassify } from './judge.ts'

type Deps = Pick<DrainDeps, 'api' | 'renewSession' | 'isServerThere' | 'now'>
type Sender = { customer: string; signal: AbortSignal }

/** Probes the session with another call that needs it, and the anti-forgery token. */
const isSessionGood = async ({ api }: Deps, { customer, signal }: Sender): Promise<boolean> =>
  (await api.call('getImpact', { customer_id: customer }, { signal })).ok

/**
 * Sends, and once more where the server refuses the session: with a new one, if another call is refused as well. A refusal that stays
 * the same in a good session is about what was sent.
 */
const sendInSession = async <T>(
  deps: Deps,
  sender: Sender,
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const since = deps.now()
  const sent = await send()
  if (sent.ok || !isOfSession(sent.error)) return sent
  if (!(await isSessionGood(deps, sender))) {
    // The token is renewed by the client, once for each request.
    if (!needsSession(sent.error) || !deps.renewSession) return sent
    const renewed = await deps.renewSession(sender.customer, since)
    // The coach could not sign in either: it is tried later.
    if (renewed === undefined) return fail({ ...sent.error, code: 'provider-away' })
    if (!renewed) return sent
  }
  // Also in a good session: another tab may have made it only since.
  const again = await send()
  const isItsOwn = !again.ok && isOfSession(again.error) && (await isSessionGood(deps, sender))
  return isItsOwn ? fail({ ...again.error, inGoodSession: true }) : again
}

/** The same, and what failed is classified by whether our server is there at all. */
export const sendRenewing = async <T>(
  deps: Deps,
  sender: Sender,
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const sent = await sendInSession(deps, sender, send)
  return !sent.ok && deps.isServerThere ? fail(await reclassify(sent.error, deps.isServerThere)) : sent
}
