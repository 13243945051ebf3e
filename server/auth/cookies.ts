import { randomBytes, timingSafeEqual } from 'node:crypto'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import {
  cookies,
  deviceDays,
  headers,
  sessionDays,
} from '../../src/contract/product-api/headers-and-cookies.ts'
import type { Http } from '../http/app-env.ts'

const tokenPattern = /^[\w-]{43}$/
const createToken = (): string => randomBytes(32).toString('base64url')

const daySeconds = 86_400

/** Gives a cookie the prefix `__Host-`. */
const hostOnly = { secure: true, prefix: 'host' } as const

/**
 * Reads and sets the cookies of the product API. A double submit protects against request forgery: a foreign
 * page can make a browser send the cookie, but cannot read it to repeat it in a header. Under TLS the names
 * of the other cookies begin with `__Host-`. A browser accepts such a cookie only from this exact host, so
 * another site under the same domain cannot sign the coach in to a different account.
 */
export const createCookies = ({ isSecure }: { isSecure: (http: Http) => boolean }) => ({
  /** Returns the anti-forgery token of this browser. Creates a token if the browser has none. */
  ensureCsrfToken: (http: Http): string => {
    const cookie = getCookie(http, cookies.csrf)
    const token = cookie !== undefined && tokenPattern.test(cookie) ? cookie : createToken()
    setCookie(http, cookies.csrf, token, { path: '/', sameSite: 'Strict', secure: isSecure(http) })
    return token
  },

  /** Whether the header repeats the anti-forgery token of the cookie. */
  hasValidCsrfToken: (http: Http): boolean => {
    const cookie = Buffer.from(getCookie(http, cookies.csrf) ?? '')
    const header = Buffer.from(http.req.header(headers.csrf) ?? '')
    return cookie.length > 0 && cookie.length === header.length && timingSafeEqual(cookie, header)
  },

  /** Returns the token of the product session, if the browser sends one. The session may have ended. */
  readSession: (http: Http): string | undefined =>
    getCookie(http, cookies.session, isSecure(http) ? 'host' : undefined),

  setSession: (http: Http, token: string) =>
    setCookie(http, cookies.session, token, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      ...(isSecure(http) && hostOnly),
      maxAge: sessionDays * daySeconds,
    }),

  /**
   * Returns the secret of this browser, which proves that a device id belongs to it. Creates a secret if the
   * browser has none. A sign-out keeps it, because the device stays the same.
   */
  ensureDeviceSecret: (http: Http): string => {
    const cookie = getCookie(http, cookies.device, isSecure(http) ? 'host' : undefined)
    const secret = cookie !== undefined && tokenPattern.test(cookie) ? cookie : createToken()
    setCookie(http, cookies.device, secret, {
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
      ...(isSecure(http) && hostOnly),
      maxAge: deviceDays * daySeconds,
    })
    return secret
  },

  deleteSession: (http: Http) =>
    deleteCookie(http, cookies.session, { path: '/', ...(isSecure(http) && hostOnly) }),
})

export type Cookies = ReturnType<typeof createCookies>
