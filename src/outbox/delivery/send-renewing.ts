import type { ApiFailure } from '../../contract/api-failure.ts'
import { fail, type Result } from '../../lib/result.ts'
import type { DrainDeps } from './drain-deps.ts'
import { needsSession, reclassify } from './judge.ts'

/**
 * Sends, and once more with a new session where the server wants one. What failed is classified by whether our server is there
 * at all.
 */
export const sendRenewing = async <T>(
  { renewSession, isServerThere, now }: Pick<DrainDeps, 'renewSession' | 'isServerThere' | 'now'>,
  customer: string,
  send: () => Promise<Result<T, ApiFailure>>,
): Promise<Result<T, ApiFailure>> => {
  const since = now()
  let sent = await send()
  if (!sent.ok && needsSession(sent.error) && renewSession) {
    const renewed = await renewSession(customer, since)
    if (renewed === true) sent = await send()
    // The coach could not sign in either: it is tried later.
    else if (renewed === undefined) sent = fail({ ...sent.error, code: 'provider-away' })
  }
  return !sent.ok && isServerThere ? fail(await reclassify(sent.error, isServerThere)) : sent
}
