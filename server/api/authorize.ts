import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Http, Session } from '../http/app-env.ts'
import type { RateLimits } from './rate-limits.ts'

type AuthorizeDeps = {
  sessions: Pick<Sessions, 'find' | 'isErased'>
  cookies: Cookies
  limits: Pick<RateLimits, 'takeForCookie' | 'takeForCall'>
}

/**
 * Checks a call before its body is read, cheapest check first: the anti-forgery token, the session and the
 * rate limit. Stores the session on the request. `dispatch.ts` rejects a call that needs a session, or an
 * admin, and has none.
 */
export const createAuthorize = ({ sessions, cookies, limits }: AuthorizeDeps) => {
  /**
   * Finds the session that the request's cookie names. An invented cookie costs a database query, so each IP
   * address may send only a limited number of them. Counts every cookie before the query, and undoes that if the
   * session exists.
   */
  const findSession = async (http: Http): Promise<Result<Session | undefined, ApiError>> => {
    const token = cookies.readSession(http)
    if (token === undefined) return ok(undefined)
    const { waitSeconds, refund } = limits.takeForCookie(http)
    if (waitSeconds > 0) return fail({ code: 'too-many-requests', retryAfter: waitSeconds })
    const session = await sessions.find(token).catch((error: unknown) => {
      // A query that fails does not prove that the cookie is invented.
      refund()
      throw error
    })
    if (session) refund()
    return ok(session)
  }

  /** Whether the request's cookie names a session that ended because its account was erased. */
  const hasErasedSession = async (http: Http): Promise<boolean> => {
    const token = cookies.readSession(http)
    return token !== undefined && (await sessions.isErased(token))
  }

  return async (name: CallName, http: Http): Promise<Result<undefined, ApiError>> => {
    const { method, access } = productApi[name]
    if (method === 'POST' && !cookies.hasValidCsrfToken(http)) return fail({ code: 'csrf-mismatch' })
    const found = await findSession(http)
    if (!found.ok) return found
    const session = found.value
    if (session) {
      http.set('session', session)
    } else if (access !== 'anyone' && (await hasErasedSession(http))) {
      // The device thus learns why its session has ended.
      return fail({ code: 'account-erased' })
    }
    const waitSeconds = limits.takeForCall(name, http)
    return waitSeconds > 0 ? fail({ code: 'too-many-requests', retryAfter: waitSeconds }) : ok(undefined)
  }
}

export type Authorize = ReturnType<typeof createAuthorize>
