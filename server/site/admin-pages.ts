import type { MiddlewareHandler } from 'hono'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { AppEnv, Http } from '../http/app-env.ts'
import type { RateLimit } from '../http/rate-limit.ts'

/**
 * Serves the pages of admins with 403 to everybody else: the app in them explains it. A device that has the app already
 * opens them without a request; there the calls refuse the data.
 */
export const adminPages =
  ({
    sessions,
    cookies,
    limit,
    addressOf,
  }: {
    sessions: Pick<Sessions, 'find'>
    cookies: Pick<Cookies, 'session'>
    limit: RateLimit
    addressOf: (http: Http) => string
  }): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const token = cookies.session(http)
    // Cookies made up by the thousand do not load the database here either.
    const mayLook = token !== undefined && limit.take(`address ${addressOf(http)}`) === 0
    const session = mayLook ? await sessions.find(token) : undefined
    await next()
    // Whether such a page exists is not for everybody to know either.
    if (session?.admin || ![200, 404].includes(http.res.status)) return
    http.res = new Response(http.res.body, { status: 403, headers: http.res.headers })
    http.res.headers.set('Cache-Control', 'no-store')
    http.res.headers.delete('ETag')
  }
