import type { ApiFailure } from '../../contract/api-failure.ts'
import { fail, type Result } from '../../lib/result.ts'
import type { DrainDeps } from './drain-deps.ts'
import { concernsSession, needsSession, reclassify } from './judge-failure.ts'

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
  const result = await send()
  if (result.ok || !concernsSession(result.error)) return result
  if (!(await isSessionGood(deps, sender))) {
    // The API client itself renews the anti-forgery token, once for each request.
    if (!needsSession(result.error) || !deps.renewSession) return result
    const isOpen = await deps.renewSession(sender.customer, since)
    // It cannot be determined now whether the coach may have a session: retry later.
    if (isOpen === undefined) return fail({ ...result.error, code: 'provider-away' })
    if (!isOpen) return result
  }
  // Also retries in a good session, which another tab may have opened only after the first request.
  const retried = await send()
  const concernsContent = !retried.ok && concernsSession(retried.error) && (await isSessionGood(deps, sender))
  return concernsContent ? fail({ ...retried.error, inGoodSession: true }) : retried
}

/** Sends as `sendInSession` does, then classifies a failure by whether our server responds at all. */
export const sendWithRenewal = async <T>(
  deps: Deps,
  sender: Sender,
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const result = await sendInSession(deps, sender, send)
  if (result.ok || !deps.isServerThere) return result
  return fail(await reclassify(result.error, deps.isServerThere))
}
