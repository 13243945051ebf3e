import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Http, Session } from '../http/app-env.ts'
import type { Refusal } from '../http/refusal.ts'
import type { CallLimits } from './call-limits.ts'

type AuthorizeDeps = {
  sessions: Pick<Sessions, 'find' | 'isErased'>
  cookies: Cookies
  limits: Pick<CallLimits, 'forSession' | 'forCall'>
}

/** The checks before a call's body is read, cheapest first. Stores the session on the request. */
export const createAuthorize = ({ sessions, cookies, limits }: AuthorizeDeps) => {
  /**
   * Finds the session of a cookie. Each lookup in the database takes one from the failures that its IP
   * address is allowed, and only an existing session gives it back. The server therefore refuses thousands of
   * invented cookies before they load the database.
   */
  const findSession = async (http: Http): Promise<Result<Session | undefined, Refusal>> => {
    const token = cookies.readSession(http)
    if (token === undefined) return ok(undefined)
    const { wait, giveBack } = limits.forSession(http)
    if (wait > 0) return fail({ code: 'too-many-requests', retryAfter: wait })
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

  return async (name: CallName, http: Http): Promise<Result<undefined, Refusal>> => {
    const { method } = productApi[name]
    if (method === 'POST' && !cookies.hasValidCsrfToken(http)) return fail({ code: 'csrf-mismatch' })
    const session = await findSession(http)
    if (!session.ok) return session
    if (session.value) http.set('session', session.value)
    else if (await isErased(name, http)) return fail({ code: 'account-erased' })
    const wait = limits.forCall(name, http)
    return wait > 0 ? fail({ code: 'too-many-requests', retryAfter: wait }) : ok(undefined)
  }
}

export type Authorize = ReturnType<typeof createAuthorize>
