import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Http, Session } from '../http/app-env.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Refusal } from '../http/refusal.ts'

type AuthorizeDeps = {
  sessions: Pick<Sessions, 'find' | 'isErased'>
  cookies: Cookies
  addressOf: (http: Http) => string
  limits: { request: RateLimit; login: RateLimit; copy: RateLimit }
}

const none = ok(undefined)

/** The key of the rate limit for the calls of a signed-in customer. */
export const allowanceOf = (customer: string): string => `customer ${customer}`

/**
 * Calls that try a password, a token or a certificate number. Each call has its own allowance because a
 * sign-in makes two of them.
 */
const isGuess = (name: CallName): boolean =>
  name === 'login' || name === 'loyaltyLogin' || name === 'loyaltySignUp' || name === 'verifyCertificate'

/** The checks before a call's body is read, cheapest first. Stores the session on the request. */
export const createAuthorize = ({ sessions, cookies, addressOf, limits }: AuthorizeDeps) => {
  /**
   * Finds the session of a cookie. Each search of the database takes one from the failures that its address
   * is allowed, and only a found session gives it back. The server therefore refuses thousands of invented
   * cookies before they load the database.
   */
  const findSession = async (http: Http): Promise<Result<Session | undefined, Refusal>> => {
    const token = cookies.session(http)
    if (token === undefined) return none
    const guesser = `guesses of ${addressOf(http)}`
    const wait = limits.request.take(guesser)
    if (wait > 0) return fail({ code: 'too-many-requests', retryAfter: wait })
    const giveBack = () => limits.request.giveBack(guesser)
    const session = await sessions.find(token).catch((error: unknown) => {
      // A failed search proves nothing about the cookie.
      giveBack()
      throw error
    })
    if (session) giveBack()
    return ok(session)
  }

  /**
   * Whether the cookie belongs to a deleted account and the call needs a session. The response then tells the
   * device that the account was erased.
   */
  const isErased = async (name: CallName, http: Http): Promise<boolean> => {
    const token = cookies.session(http)
    const needsSession = productApi[name].access !== 'anyone'
    return needsSession && token !== undefined && (await sessions.isErased(token))
  }

  /** A signed-in customer has their own allowance, so a school behind one address does not share one. */
  const limit = (name: CallName, http: Http): Result<undefined, Refusal> => {
    const customer = http.get('session')?.customer
    const address = addressOf(http)
    const wait = Math.max(
      limits.request.take(customer === undefined ? `address ${address}` : allowanceOf(customer)),
      isGuess(name) ? limits.login.take(`${name} ${address}`) : 0,
      // The copy reads every row that names the customer.
      name === 'myData' && customer !== undefined ? limits.copy.take(customer) : 0,
    )
    return wait > 0 ? fail({ code: 'too-many-requests', retryAfter: wait }) : none
  }

  return async (name: CallName, http: Http): Promise<Result<undefined, Refusal>> => {
    const { method } = productApi[name]
    if (method === 'POST' && !cookies.csrfMatches(http)) return fail({ code: 'csrf-mismatch' })
    const session = await findSession(http)
    if (!session.ok) return session
    if (session.value) http.set('session', session.value)
    else if (await isErased(name, http)) return fail({ code: 'account-erased' })
    return limit(name, http)
  }
}

export type Authorize = ReturnType<typeof createAuthorize>
