import type { MiddlewareHandler } from 'hono'
import { isAdminRole } from '../../src/contract/roles.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { AppEnv, Http } from '../http/app-env.ts'
import type { TokenBuckets } from '../http/token-bucket.ts'

type Deps = {
  sessions: Pick<Sessions, 'find'>
  cookies: Pick<Cookies, 'readSession'>
  /** Limits the lookups of sessions by IP address. */
  limit: TokenBuckets
  /** Returns the IP address of the client. */
  getAddress: (http: Http) => string
}

/**
 * Serves admin pages with 403 to everybody but admins; the app on the page explains the error. A device that
 * already has the app opens these pages without a request to this server. There, the API rejects the calls
 * for the data.
 */
export const guardAdminPages =
  ({ sessions, cookies, limit, getAddress }: Deps): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const token = cookies.readSession(http)
    // Without the limit, thousands of invented cookies could overload the database. `take` returns 0 if the
    // lookup is allowed, or else the time to wait.
    const canLookUp = token !== undefined && limit.take(`address ${getAddress(http)}`) === 0
    // If the database is unavailable, the calls of the app fail too, and the app explains it.
    const session = canLookUp ? await sessions.find(token).catch(() => undefined) : undefined
    await next()
    // A 404 becomes a 403 too, so that the response does not reveal whether the page exists.
    if ((session && isAdminRole(session.role)) || ![200, 404].includes(http.res.status)) return
    http.res = new Response(http.res.body, { status: 403, headers: http.res.headers })
    http.res.headers.set('Cache-Control', 'no-store')
    http.res.headers.delete('ETag')
  }
