import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Http, Session } from '../http/app-env.ts'
import type { RateLimit } from '../http/token-bucket.ts'
import type { Refusal } from '../http/refusal.ts'

type AuthorizeDeps = {
  sessions: Pick<Sessions, 'find' | 'isErased'>
  cookies: Cookies
  /** The IP address or network of the sender. */
  getAddress: (http: Http) => string
  limits: { request: RateLimit; login: RateLimit; copy: RateLimit }
}

/** The key of the rate limit for the calls of a signed-in customer. */
export const customerAllowanceKey = (customer: string): string => `customer ${customer}`

/**
 * Calls that try a password, a token or a certificate number. Each call has its own allowance because a
 * sign-in makes two of them.
 */
const isGuess = (name: CallName): boolean =>
  name === 'login' || name === 'loyaltyLogin' || name === 'loyaltySignUp' || name === 'verifyCertificate'

/** The checks before a call's body is read, cheapest first. Stores the session on the request. */
export const createAuthorize = ({ sessions, cookies, getAddress, limits }: AuthorizeDeps) => {
  /**
   * Finds the session of a cookie. Each lookup in the database takes one from the failures that its IP
   * address is allowed, and only an existing session gives it back. The server therefore refuses thousands of
   * invented cookies before they load the database.
   */
  const findSession = async (http: Http): Promise<Result<Session | undefined, Refusal>> => {
    const token = cookies.readSession(http)
    if (token === undefined) return ok(undefined)
    const guessKey = `guesses of ${getAddress(http)}`
    const wait = limits.request.take(guessKey)
    if (wait > 0) return fail({ code: 'too-many-requests', retryAfter: wait })
    const giveBack = () => limits.request.giveBack(guessKey)
    const session = await sessions.find(token).catch((error: unknown) => {
      // A failed lookup proves nothing about the cookie.
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
    const token = cookies.readSession(http)
    const needsSession = productApi[name].access !== 'anyone'
    return needsSession && token !== undefined && (await sessions.isErased(token))
  }

  /** A signed-in customer has their own allowance: the coaches of a school may share one IP address. */
  const applyLimits = (name: CallName, http: Http): Result<undefined, Refusal> => {
    const customer = http.get('session')?.customer
    const address = getAddress(http)
    const wait = Math.max(
      limits.request.take(customer === undefined ? `address ${address}` : customerAllowanceKey(customer)),
      isGuess(name) ? limits.login.take(`${name} ${address}`) : 0,
      // The copy of a customer's data reads every row that names them.
      name === 'myData' && customer !== undefined ? limits.copy.take(customer) : 0,
    )
    return wait > 0 ? fail({ code: 'too-many-requests', retryAfter: wait }) : ok(undefined)
  }

  return async (name: CallName, http: Http): Promise<Result<undefined, Refusal>> => {
    const { method } = productApi[name]
    if (method === 'POST' && !cookies.hasValidCsrfToken(http)) return fail({ code: 'csrf-mismatch' })
    const session = await findSession(http)
    if (!session.ok) return session
    if (session.value) http.set('session', session.value)
    else if (await isErased(name, http)) return fail({ code: 'account-erased' })
    return applyLimits(name, http)
  }
}

export type Authorize = ReturnType<typeof createAuthorize>
