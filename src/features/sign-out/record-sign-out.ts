import type { Track } from '../../analytics/track.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Reporter } from '../../sync-log/create-reporter.ts'
import { withTimeLimit } from '../../lib/async/time-limit.ts'

/** How long a sign-out waits for each of its requests. */
export const signOutTimeoutMs = 2000

type Deps = { track: Track; outbox: Pick<Outbox, 'deliver'>; reporter: Pick<Reporter, 'report'> }

/**
 * Records the sign-out while there is still a session to deliver it. Then reports the log of this device,
 * because only rows that were reported can be deleted. While the server cannot be reached, both wait for the
 * next sign-in. `sign_out` is the event of a sign-out on all devices.
 */
export const recordSignOut = async (
  { track, outbox, reporter }: Deps,
  name: 'logout' | 'sign_out',
): Promise<void> => {
  await track(name, {})
  await withTimeLimit(outbox.deliver(), signOutTimeoutMs)
  await withTimeLimit(reporter.report(), signOutTimeoutMs)
}
