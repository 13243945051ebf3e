import type { ApiFailure } from '../../contract/api-failure.ts'
import { fail, type Result } from '../../lib/result.ts'
import type { DrainDeps } from './drain-deps.ts'
import { concernsSession, needsSession, correctCode } from './classify-failure.ts'

type Deps = Pick<DrainDeps, 'api' | 'renewSession' | 'isServerReachable' | 'now'>
/** The customer whose entries are sent. `signal` aborts if another context takes the sender lock. */
type Sender = { customer: string; signal: AbortSignal }

/** Whether the session works for another call, one that also needs the anti-forgery token. */
const isSessionValid = async ({ api }: Deps, { customer, signal }: Sender): Promise<boolean> =>
  (await api.call('getImpact', { customer_id: customer }, { signal })).ok

/**
 * Sends, and sends once more if the server refuses the session. If the session does not work for another call
 * either, opens a new one first. If the request is still refused although the session works, the content of
 * the entry is the cause.
 */
const sendInSession = async <T>(
  deps: Deps,
  sender: Sender,
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const sentAt = deps.now()
  const result = await send()
  if (result.ok || !concernsSession(result.error)) return result
  if (!(await isSessionValid(deps, sender))) {
    // A refused anti-forgery token needs no new session: the API client has already renewed the token itself.
    if (!needsSession(result.error) || !deps.renewSession) return result
    const isOpen = await deps.renewSession(sender.customer, sentAt)
    // The session was neither opened nor refused, for example without a connection, so the entry waits.
    if (isOpen === undefined) return fail({ ...result.error, code: 'provider-away' })
    if (!isOpen) return result
  }
  // Also retries if the session works, because another tab may have opened it after the first request.
  const retried = await send()
  const isContentRefused =
    !retried.ok && concernsSession(retried.error) && (await isSessionValid(deps, sender))
  return isContentRefused ? fail({ ...retried.error, inGoodSession: true }) : retried
}

/** Sends as `sendInSession` does, then classifies a failure by whether our server responds at all. */
export const sendWithRenewal = async <T>(
  deps: Deps,
  sender: Sender,
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const result = await sendInSession(deps, sender, send)
  if (result.ok || !deps.isServerReachable) return result
  return fail(await correctCode(result.error, deps.isServerReachable))
}
