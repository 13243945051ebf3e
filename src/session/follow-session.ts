import type { Session } from './session.ts'

type FollowedSession = Pick<Session, 'state' | 'subscribe' | 'customer' | 'withTimeLimit'>

/**
 * Calls `reload`, which loads the page again, when another customer is signed in, or nobody. The session may
 * change in this tab or in another. A tab that was asleep may change directly from one customer to another.
 */
export const followSession = (session: FollowedSession, reload: () => void) => {
  const getIdentity = () => session.customer() ?? session.state().status
  let previousIdentity = getIdentity()
  let isAwaited = false
  const isKnown = () => session.state().status !== 'authenticating'
  const known = new Promise<void>((resolve) => {
    session.subscribe(() => isKnown() && resolve())
    if (isKnown()) resolve()
  })
  session.subscribe(() => {
    if (getIdentity() === previousIdentity) return
    previousIdentity = getIdentity()
    // The page that waits for the session is loaded with it. A reload would load it twice.
    if (!isAwaited) reload()
  })
  return {
    /**
     * Waits until this device's session is known, which is before its token is checked, or until the check has
     * failed. Storage that does not respond must not block public pages, so the wait has a time limit. The page
     * is loaded again if the session is found later.
     */
    waitUntilKnown: async (check: Promise<unknown>): Promise<void> => {
      isAwaited = true
      const failed = check.catch(() => undefined)
      await session.withTimeLimit(Promise.race([known, failed]))
      isAwaited = false
    },
  }
}

export type WaitUntilKnown = ReturnType<typeof followSession>['waitUntilKnown']
