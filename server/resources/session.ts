import { locales } from '../../src/config/locales.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Http } from '../http/app-env.ts'
import type { Customers } from './customer-store.ts'
import type { OpenHandler } from '../api/handler.ts'

/** The calls that begin and end a product session. */
export const createSessionCalls = (deps: {
  identity: IdentityTokens
  sessions: Sessions
  cookies: Cookies
  customers: Customers
}) => {
  const { identity, sessions, cookies, customers } = deps

  const endCurrent = async (http: Http): Promise<boolean> => {
    const token = cookies.session(http)
    return token !== undefined && (await sessions.end(token))
  }

  const csrfCookie: OpenHandler<'csrfCookie'> = async (_body, http) => ok({ token: cookies.csrf(http) })

  const login: OpenHandler<'login'> = async ({ authToken, locale, device }, http) => {
    const verified = await identity.verify('id', authToken)
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, admin } = verified.value
    const { country, language } = locales[locale]
    const known = await customers.findOrCreate({ id: customer, country, language: language.toUpperCase() })
    await endCurrent(http)
    cookies.keepSession(http, await sessions.start({ customer, device, admin }))
    return ok({ customer: { ...known, admin: admin || (await customers.isAdmin(customer)) } })
  }

  const logout: OpenHandler<'logout'> = async (_body, http) => {
    const ended = await endCurrent(http)
    cookies.dropSession(http)
    return ok({ ended })
  }

  return { csrfCookie, login, logout }
}
