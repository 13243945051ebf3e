import type { ApiFailure } from '../../contract/api-failure.ts'
import { fullJitter, type Backoff } from '../../lib/async/backoff.ts'
import { dayMs } from '../../lib/time/day-ms.ts'
import type { Wait } from '../entry/entry.ts'

/**
 * In ms. The first retry follows within 2 s, because most failures are short. The cap of 5 min limits the
 * load when all phones reach the server again after an outage.
 */
const backoff: Backoff = { base: 2000, cap: 300_000 }
/** A longer Retry-After must be a mistake, and could stop a phone from sending permanently. */
const maxRetryAfterMs = dayMs

/**
 * Creates the wait after a failure: by Retry-After if the server sent it, or longer after each failure. `now`
 * is in ms since the epoch.
 */
export const createWait = (
  { code, retryAfter = 0 }: ApiFailure,
  previousFailures: number,
  { now, random }: { now: number; random: () => number },
): Wait => {
  // A Retry-After of 0 is ignored, because the device would retry in a loop.
  const isSetByServer = retryAfter > 0
  const minDelayMs = Math.min(retryAfter * 1000, maxRetryAfterMs)
  // Adds up to half of a Retry-After. Otherwise all devices that received it would return in the same second.
  const delayMs = isSetByServer
    ? minDelayMs + fullJitter(0, { base: minDelayMs / 2, cap: backoff.cap }, random)
    : fullJitter(previousFailures, backoff, random)
  return { code, since: now, until: now + delayMs, told: isSetByServer, failures: previousFailures + 1 }
}
