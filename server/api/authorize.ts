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

/** Whose allowance a call of a signed-in customer is taken from. */
export const allowanceOf = (customer: string): string => `customer ${customer}`

/**
 * Calls that try a password, a token or the number of a certificate: each has an allowance of its own, as a sign-in makes two
 * of them.
 */
const isGuess = (name: CallName): boolean =>
  name === 'login' || name === 'loyaltyLogin' || name === 'loyaltySignUp' || name === 'verifyCertificate'

/** What every call passes before its body is read, the cheapest check first; leaves the session for what follows. */
export const createAuthorize = ({ sessions, cookies, addressOf, limits }: AuthorizeDeps) => {
  /**
   * The session of a cookie. Each search of the database counts against what its address may do in vain, and only a
   * session that is found gives it back: cookies made up by the thousand are refused before they load the database.
   */
  const findSession = async (http: Http): Promise<Result<Session | undefined, Refusal>> => {
    const token = cookies.session(http)
    if (token === undefined) return none
    const guesser = `guesses of ${addressOf(http)}`
    const wait = limits.request.take(guesser)
    if (wait > 0) return fail({ code: 'too-many-requests', retryAfter: wait })
    const giveBack = () => limits.request.giveBack(guesser)
    const session = await sessions.find(token).catch((error: unknown) => {
      // A database that is gone says nothing about who asks.
      giveBack()
      throw error
    })
    if (session) giveBack()
    return ok(session)
  }

  /** Whether the cookie is of an account that was deleted: its device is told so, where it needs the session. */
  const isErased = async (name: CallName, http: Http): Promise<boolean> => {
    const token = cookies.session(http)
    const needsSession = productApi[name].access !== 'anyone'
    return needsSession && token !== undefined && (await sessions.isErased(token))
  }

  /** A signed-in customer has their own allowance, so a school behind one address does not share it. */
  const limit = (name: CallName, http: Http): Result<undefined, Refusal> => {
    const customer = http.get('session')?.customer
    const address = addressOf(http)
    const wait = Math.max(
      limits.request.take(customer === undefined ? `address ${address}` : allowanceOf(customer)),
      isGuess(name) ? limits.login.take(`${name} ${address}`) : 0,
      // It reads every row that names the customer.
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
