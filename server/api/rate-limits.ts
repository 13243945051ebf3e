import type { CallName } from '../../src/contract/product-api.ts'
import type { Http } from '../http/app-env.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'

/** The limits, each with its environment variable. `server-env.ts` has the defaults. */
type RateLimitsDeps = {
  /** Returns the IP address or network of the sender. */
  getAddress: (http: Http) => string
  /** For calls of every kind, and for cookies that do not name a session: `REQUESTS_PER_MINUTE`. */
  requests: TokenBuckets
  /** For calls that try a password, a token or a certificate number: `LOGINS_PER_MINUTE`. */
  logins: TokenBuckets
  /** For downloads of the copy of a customer's data: `COPIES_PER_MINUTE`. */
  copies: TokenBuckets
}

/** Whether a call tries a password, a token or a certificate number, and may therefore be a guess. */
const isGuess = (name: CallName): boolean =>
  name === 'login' || name === 'loyaltyLogin' || name === 'loyaltySignUp' || name === 'verifyCertificate'

const toCustomerKey = (customerId: string): string => `customer ${customerId}`

/**
 * Limits the rate of calls. Each function takes one call from an allowance and returns the seconds until the
 * next call is allowed, or 0 if this call is allowed.
 */
export const createRateLimits = ({ getAddress, requests, logins, copies }: RateLimitsDeps) => ({
  /**
   * Counts a cookie against the limit of an IP address for cookies that do not name a session. `refund`
   * undoes that once the session is found.
   */
  takeForCookie: (http: Http) => {
    const key = `guesses of ${getAddress(http)}`
    return { waitSeconds: requests.take(key), refund: () => requests.refund(key) }
  },

  /**
   * Counts a call by its customer, because the coaches of a school may share one IP address. Counts it by its
   * IP address if nobody is signed in.
   */
  takeForCall: (name: CallName, http: Http): number => {
    const customerId = http.get('session')?.customer
    const address = getAddress(http)
    return Math.max(
      requests.take(customerId === undefined ? `address ${address}` : toCustomerKey(customerId)),
      // By call: a sign-in makes two of these calls, which must not use up each other's allowance.
      isGuess(name) ? logins.take(`${name} ${address}`) : 0,
      // The copy of a customer's data reads every row that names them.
      name === 'myData' && customerId !== undefined ? copies.take(customerId) : 0,
    )
  },

  /** For each further entry of a request with several: every entry is treated as a separate call. */
  takeForEntry: (customerId: string): number => requests.take(toCustomerKey(customerId)),
})

export type RateLimits = ReturnType<typeof createRateLimits>
