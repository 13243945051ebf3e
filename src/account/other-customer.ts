import type { SessionControl } from '../session/session.ts'

const isSameEmail = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/**
 * Notices when this tab shows a customer whom the person at it does not expect: straight after another
 * customer, or instead of the one who was signing in here. The screens of two coaches look alike.
 */
export const createCustomerWatch = ({ state, subscribe }: Pick<SessionControl, 'state' | 'subscribe'>) => {
  /** The email address of a sign-in of this tab, until the tab shows a customer. */
  let typedEmail: string | undefined
  /** The customer of a sign-in of this tab, until the tab shows a customer. */
  let signedInHere: string | undefined

  const findUser = () => {
    const current = state()
    return current.status === 'authenticated' ? current.user : undefined
  }

  return {
    signInStarted: (email: string): void => {
      typedEmail = email
    },
    /** The address may be a typing error, so the next customer may be the same person. */
    signInMistyped: (): void => {
      typedEmail = undefined
    },
    /** Call it before the tab shows the customer. */
    signedIn: (customer: string): void => {
      signedInHere = customer
    },
    /** Returns the function that unsubscribes. */
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
