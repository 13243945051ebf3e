import type { MiddlewareHandler } from 'hono'
import type { Cookies } from '../auth/cookies.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { AppEnv, Http } from '../http/app-env.ts'
import type { RateLimit } from '../http/rate-limit.ts'

/**
 * Gives everybody else the page of admins with 403: the app in it says whose page it is. A device that has the app
 * already opens it without asking us; its data are refused by the calls.
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
    // Where no page was asked for, nothing is found: that, too, is not for everybody to know.
    if (session?.admin || ![200, 404].includes(http.res.status)) return
    http.res = new Response(http.res.body, { status: 403, headers: http.res.headers })
    http.res.headers.set('Cache-Control', 'no-store')
    http.res.headers.delete('ETag')
  }
