import type { Session } from '../../session/session.ts'
import type { Connectivity } from '../../platform/network/connectivity.ts'

type Deps = {
  session: Pick<Session, 'customer' | 'subscribe'>
  finish: (customer: string) => Promise<void>
  connectivity: Pick<Connectivity, 'state' | 'subscribe'>
}

/**
 * Completes the deletions that closed tabs left: at the start, after a sign-in, and when the server can be
 * reached again.
 */
export const finishDeletions = ({ session, finish, connectivity }: Deps): void => {
  let finished: string | undefined
  const follow = () => {
    const customer = connectivity.state().online ? session.customer() : undefined
    if (customer === finished) return
    finished = customer
    if (customer !== undefined) void finish(customer)
  }
  session.subscribe(follow)
  connectivity.subscribe(follow)
  follow()
}
