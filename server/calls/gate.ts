import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Http } from '../http/app-env.ts'
import type { TakeRequest } from '../http/rate-limit.ts'
import type { Refusal } from '../http/refusal.ts'

export type GateDeps = {
  sessions: Sessions
  cookies: Cookies
  addressOf: (http: Http) => string
  limits: { request: TakeRequest; login: TakeRequest }
}

const none = ok(undefined)

/** What every call passes before its body is read, the cheapest check first; leaves the session for what follows. */
export const createGate = ({ sessions, cookies, addressOf, limits }: GateDeps) => {
  /** A signed-in customer has their own allowance, so a school behind one address does not share it. */
  const limit = (name: CallName, http: Http): Result<undefined, Refusal> => {
    const customer = http.get('session')?.customer
    const address = addressOf(http)
    const wait = Math.max(
      limits.request(customer === undefined ? `address ${address}` : `customer ${customer}`),
      name === 'login' ? limits.login(address) : 0,
    )
    return wait > 0 ? fail({ code: 'too-many-requests', retryAfter: wait }) : none
  }

  return async (name: CallName, http: Http): Promise<Result<undefined, Refusal>> => {
    const { method } = productApi[name]
    if (method === 'POST' && !cookies.csrfMatches(http)) return fail({ code: 'csrf-mismatch' })
    const token = cookies.session(http)
    const session = token === undefined ? undefined : await sessions.find(token)
    if (session) http.set('session', session)
    return limit(name, http)
  }
}

export type Gate = ReturnType<typeof createGate>
