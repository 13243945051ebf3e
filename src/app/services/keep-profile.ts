import type { Session } from '../../session/session.ts'
import type { CurrentUser } from '../../session/current-user.ts'
import type { Person } from '../../person/person.ts'

/** ms after the start or a sign-in, during which the first page has the network to itself. */
const pause = 5000

type Deps = {
  session: Pick<Session, 'state' | 'subscribe' | 'customer'>
  personOf: (user: CurrentUser) => Pick<Person, 'readUnknown'>
  online: () => boolean
  sleep: (ms: number) => Promise<void>
}

/**
 * Reads the profile of the signed-in customer in advance, so that a first visit without a connection has a
 * copy.
 */
export const keepProfile = ({ session, personOf, online, sleep }: Deps): void => {
  let known: string | undefined
  const follow = async (): Promise<void> => {
    const state = session.state()
    const user = state.status === 'authenticated' ? state.user : undefined
    if (user?.userID === known) return
    known = user?.userID
    if (!user) return
    await sleep(pause)
    if (session.customer() === user.userID && online()) await personOf(user).readUnknown()
  }
  session.subscribe(() => void follow())
  void follow()
}
