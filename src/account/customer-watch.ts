import type { CurrentUser } from '../session/current-user.ts'
import type { SessionControl } from '../session/session.ts'

const isSameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Notices when this tab shows a customer whom the coach at the device does not expect: another customer than
 * before, although nobody signed in in this tab, or not the coach who was signing in here. The session is
 * shared by all tabs, so a sign-in in another tab changes this one. The coach may not notice that, because
 * the screens of two coaches look alike.
 */
export const createCustomerWatch = ({ state, subscribe }: Pick<SessionControl, 'state' | 'subscribe'>) => {
  // The next two values are reset when the tab shows the next customer.
  /** The email address that was typed into the sign-in form of this tab. */
  let typedEmail: string | undefined
  /** The id of the customer who has signed in in this tab, and is expected next. */
  let expectedId: string | undefined

  const findUser = () => {
    const current = state()
    return current.status === 'authenticated' ? current.user : undefined
  }

  /** `shownId` is the id of the customer whom this tab showed before. */
  const isUnexpected = ({ userID, email }: CurrentUser, shownId: string | undefined): boolean => {
    const hasReplacedCustomer = shownId !== undefined
    const isOtherThanTyped = typedEmail !== undefined && !isSameEmail(typedEmail, email)
    return userID !== expectedId && (hasReplacedCustomer || isOtherThanTyped)
  }

  return {
    /** Call this when a sign-in of this tab starts. `email` is undefined if it was typed on a hosted page. */
    signInStarted: (email: string | undefined): void => {
      typedEmail = email
    },
    /** Call this when the sign-in was refused, because the typed address may be wrong. */
    signInMistyped: (): void => {
      typedEmail = undefined
    },
    /** Call this when a sign-in in this tab has succeeded, before the tab shows the customer. */
    signedIn: (customerId: string): void => {
      expectedId = customerId
    },
    /** Calls `listener` for each unexpected customer. Returns the function that unsubscribes. */
    onOtherCustomer: (listener: () => void): (() => void) => {
      let shownId = findUser()?.userID
      return subscribe(() => {
        const user = findUser()
        if (user && user.userID !== shownId) {
          const shouldNotify = isUnexpected(user, shownId)
          typedEmail = undefined
          expectedId = undefined
          if (shouldNotify) listener()
        }
        shownId = user?.userID
      })
    },
  }
}

export type CustomerWatch = ReturnType<typeof createCustomerWatch>
