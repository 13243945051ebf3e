import { locales } from '../../src/config/locales.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import { signDevice, type ReceiptKeys } from '../api/sign-receipt.ts'
import { isListedAdmin } from '../auth/admins.ts'
import type { Cookies } from '../auth/cookies.ts'
import { providerOf } from '../auth/identity-tokens.ts'
import { ProviderAway } from '../auth/provider-away.ts'
import type { DeviceSecrets } from '../auth/device-secrets.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Database } from '../db/database.ts'
import { signedOutMessage } from '../db/restore/replay-log.ts'
import type { SignOut } from '../db/customers/sign-outs.ts'
import type { Http } from '../http/app-env.ts'
import type { Log } from '../http/log.ts'
import type { Measures } from '../metrics/measures.ts'
import type { CustomerStore } from './customer-store.ts'

type Deps = {
  db: Database
  signIns: SignIns
  sessions: Sessions
  cookies: Cookies
  deviceSecrets: DeviceSecrets
  customerStore: CustomerStore
  keys: ReceiptKeys
  log: Log
  measures: Pick<Measures, 'signIn'>
  now: () => Date
}

/** Logs a sign-out everywhere in full, so that `after-restore` can repeat it. */
const logSignOut = (log: Log, { customerId: customer, notBefore }: SignOut, http: Http): void =>
  log.record(signedOutMessage, {
    customer,
    notBefore: notBefore.toISOString(),
    requestId: http.get('requestId'),
  })

/** Product sessions, and the tokens of the identity providers that start and end them. */
export const createSession = (deps: Deps) => {
  const { db, signIns, sessions, cookies, deviceSecrets, customerStore, keys, log, measures, now } = deps

  const endCurrent = async (http: Http): Promise<boolean> => {
    const token = cookies.session(http)
    return token !== undefined && (await sessions.end(token))
  }

  const csrfCookie: DirectHandler<'csrfCookie'> = async (_body, http) => ok({ token: cookies.csrf(http) })

  const signIn: DirectHandler<'login'> = async ({ authToken, locale, device: claimed }, http) => {
    const verified = await signIns.verify('id', authToken, http.get('session'))
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, admin, signedInAt } = verified.value
    const { country, language } = locales[locale]
    const described = { id: customer, country, language: language.toUpperCase() }
    const known = await customerStore.findOrCreate(described, signedInAt)
    if (!known) return fail({ code: 'account-erased' })
    const claim = { device: claimed, secret: cookies.device(http), customer }
    const { device, beganAnew } = await deviceSecrets.claim(claim)
    await endCurrent(http)
    cookies.setSession(http, await sessions.start({ customer, device, admin, signedInAt }))
    const stated = { device, customer_id: customer, stated_at: now().toISOString() }
    return ok({
      customer: { ...known, admin: admin || (await isListedAdmin(db, customer)) },
      device: signDevice(stated, await keys.current()),
      began_anew: beganAnew,
    })
  }

  const login: DirectHandler<'login'> = async (body, http) => {
    const provider = providerOf(body.authToken)
    try {
      const signedIn = await signIn(body, http)
      measures.signIn({ provider, outcome: signedIn.ok ? 'signed-in' : signedIn.error.code })
      return signedIn
    } catch (error) {
      measures.signIn({ provider, outcome: error instanceof ProviderAway ? 'provider-away' : 'failed' })
      throw error
    }
  }

  const logout: DirectHandler<'logout'> = async (_body, http) => {
    const ended = await endCurrent(http)
    cookies.deleteSession(http)
    return ok({ ended })
  }

  const tokenValidation: DirectHandler<'tokenValidation'> = async ({ accessToken }, http) => {
    if (accessToken === undefined) return ok({ valid: false })
    return ok({ valid: (await signIns.verify('access', accessToken, http.get('session'))).ok })
  }

  const resetTokens: DirectHandler<'resetTokens'> = async ({ accessToken }, http) => {
    const verified = await signIns.verify('access', accessToken, http.get('session'))
    if (!verified.ok) return fail({ code: verified.error })
    const { customer } = verified.value
    logSignOut(log, await signIns.endAll(customer), http)
    return ok({ ended: await sessions.endAll(customer) })
  }

  return { csrfCookie, login, logout, tokenValidation, resetTokens }
}
