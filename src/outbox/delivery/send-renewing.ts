import type { ApiFailure } from '../../contract/api-failure.ts'
import { fail, type Result } from '../../lib/result.ts'
import type { DrainDeps } from './drain-deps.ts'
import { isOfSession, needsSession, reclassify } from './judge.ts'

type Deps = Pick<DrainDeps, 'api' | 'renewSession' | 'isServerThere' | 'now'>
type Sender = { customer: string; signal: AbortSignal }

/** Tests the session with another call, which also needs the anti-forgery token. */
const isSessionGood = async ({ api }: Deps, { customer, signal }: Sender): Promise<boolean> =>
  (await api.call('getImpact', { customer_id: customer }, { signal })).ok

/**
 * Sends and retries once if the server refuses the session. Opens a new session first if another call is
 * refused as well. A refusal that persists in a good session concerns the content.
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
    // The client renews the token, once for each request.
    if (!needsSession(sent.error) || !deps.renewSession) return sent
    const renewed = await deps.renewSession(sender.customer, since)
    // The coach could not sign in now either: retry later.
    if (renewed === undefined) return fail({ ...sent.error, code: 'provider-away' })
    if (!renewed) return sent
  }
  // Also retries in a good session, which another tab may have opened only after the first request.
  const again = await send()
  const isItsOwn = !again.ok && isOfSession(again.error) && (await isSessionGood(deps, sender))
  return isItsOwn ? fail({ ...again.error, inGoodSession: true }) : again
}

/** Sends as `sendInSession` does, then classifies a failure by whether our server responds at all. */
export const sendRenewing = async <T>(
  deps: Deps,
  sender: Sender,
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const sent = await sendInSession(deps, sender, send)
  return !sent.ok && deps.isServerThere ? fail(await reclassify(sent.error, deps.isServerThere)) : sent
}
