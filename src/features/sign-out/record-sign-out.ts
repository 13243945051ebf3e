import type { Track } from '../../analytics/track.ts'
import type { Outbox } from '../../outbox/outbox.ts'

/** ms that a sign-out waits for a delivery */
const timeout = 2000

type Deps = { track: Track; outbox: Pick<Outbox, 'deliver'> }

/**
 * Records that the coach signs out, while there is still a session in which it can be delivered. Without a connection
 * it waits for the next sign-in, as everything else does.
 */
export const recordSignOut = async ({ track, outbox }: Deps, name: 'logout' | 'sign_out'): Promise<void> => {
  await track(name, {})
  await Promise.race([outbox.deliver(), new Promise((resolve) => setTimeout(resolve, timeout))])
}
