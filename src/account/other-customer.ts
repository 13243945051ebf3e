import type { SessionControl } from '../session/session.ts'

const isSameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Detects when this tab shows a customer whom the person does not expect: directly after another customer, or
 * instead of the one who was signing in here. The person may not notice it, because the screens of two
 * coaches look alike.
 */
export const createCustomerWatch = ({ state, subscribe }: Pick<SessionControl, 'state' | 'subscribe'>) => {
  /** The email address that was typed into the sign-in form of this tab, until the tab shows a customer. */
  let typedEmail: string | undefined
  /** The customer who has signed in in this tab, until the tab shows a customer. */
  let signedInHere: string | undefined

  const findUser = () => {
    const current = state()
    return current.status === 'authenticated' ? current.user : undefined
  }

  return {
    signInStarted: (email: string): void => {
      typedEmail = email
    },
    /** The typed address may be wrong, so the next customer may be the same person. */
    signInMistyped: (): void => {
      typedEmail = undefined
    },
    /** Call it before the tab shows the customer. */
    signedIn: (customer: string): void => {
      signedInHere = customer
    },
    /** Calls back when this tab shows an unexpected customer. Returns the function that unsubscribes. */
    onOtherCustomer: (listener: () => void): (() => void) => {
      let previous = findUser()?.userID
      return subscribe(() => {
        const user = findUser()
        if (user && user.userID !== previous) {
          const isExpected = typedEmail === undefined || isSameEmail(typedEmail, user.email)
          const isOther = signedInHere !== user.userID && (previous !== undefined || !isExpected)
          typedEmail = undefined
          signedInHere = undefined
          if (isOther) listener()
        }
        previous = user?.userID
      })
    },
  }
}

export type CustomerWatch = ReturnType<typeof createCustomerWatch>
