import type { CallName } from '../../src/contract/product-api.ts'
import type { Http } from '../http/app-env.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'

type CallLimitsDeps = {
  /** The IP address or network of the sender. */
  getAddress: (http: Http) => string
  requests: TokenBuckets
  logins: TokenBuckets
  copies: TokenBuckets
}

/**
 * Calls that try a password, a token or a certificate number. Each call has its own allowance because a
 * sign-in makes two of them.
 */
const isGuess = (name: CallName): boolean =>
  name === 'login' || name === 'loyaltyLogin' || name === 'loyaltySignUp' || name === 'verifyCertificate'

/** How many calls of the product API a sender may make. Each wait is in s, 0 if the call may go on. */
export const createCallLimits = ({ getAddress, requests, logins, copies }: CallLimitsDeps) => {
  const customerKey = (customer: string) => `customer ${customer}`

  return {
    /** Takes one from the number of times that an IP address may present a cookie of no session. */
    forSession: (http: Http) => {
      const key = `guesses of ${getAddress(http)}`
      return { wait: requests.take(key), giveBack: () => requests.giveBack(key) }
    },

    /** A signed-in customer has their own allowance: the coaches of a school may share one IP address. */
    forCall: (name: CallName, http: Http): number => {
      const customer = http.get('session')?.customer
      const address = getAddress(http)
      return Math.max(
        requests.take(customer === undefined ? `address ${address}` : customerKey(customer)),
        isGuess(name) ? logins.take(`${name} ${address}`) : 0,
        // The copy of a customer's data reads every row that names them.
        name === 'myData' && customer !== undefined ? copies.take(customer) : 0,
      )
    },

    /** For an entry of a common delivery, which counts as a call of its own. */
    forEntry: (customer: string): number => requests.take(customerKey(customer)),
  }
}

export type CallLimits = ReturnType<typeof createCallLimits>
