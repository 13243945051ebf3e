import type { Track } from '../../analytics/track.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Reporter } from '../../sync-log/create-reporter.ts'
import { forAWhile } from './for-a-while.ts'

type Deps = { track: Track; outbox: Pick<Outbox, 'deliver'>; reporter: Pick<Reporter, 'report'> }

/**
 * Records that the coach signs out, while there is still a session in which it can be delivered, and reports the log of this
 * device: only what was reported can be forgotten. Without a connection both wait for the next sign-in.
 */
export const recordSignOut = async (
  { track, outbox, reporter }: Deps,
  name: 'logout' | 'sign_out',
): Promise<void> => {
  await track(name, {})
  await forAWhile(outbox.deliver())
  await forAWhile(reporter.report())
}
