import { locales } from '../../src/config/locales.ts'
import { fail, ok } from '../../src/lib/result.ts'
import { parseUserAgent } from '../../src/lib/text/user-agent.ts'
import type { DirectHandler } from '../api/handler.ts'
import { signDevice, type ReceiptKeys } from '../api/sign-receipt.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { DeviceSecrets } from '../auth/device-secrets.ts'
import { detectProvider } from '../auth/identity-tokens.ts'
import { ProviderUnavailableError } from '../auth/provider-unavailable.ts'
import type { Roles } from '../auth/roles.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { SignOut } from '../db/customers/sign-outs.ts'
import { signedOutMessage } from '../db/restore/replay-log.ts'
import type { Http } from '../http/app-env.ts'
import type { Log } from '../http/log.ts'
import type { Measures } from '../metrics/measures.ts'
import { describeRole, type CustomerStore } from './customer-store.ts'

type Deps = {
  roles: Pick<Roles, 'find'>
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

/** Handles the calls that start, check and end product sessions by the tokens of identity providers. */
export const createSession = (deps: Deps) => {
  const { roles, signIns, sessions, cookies, deviceSecrets, customerStore, keys, log, measures, now } = deps

  /** Ends the session of a request. Resolves to false if there was none. */
  const endCurrentSession = async (http: Http): Promise<boolean> => {
    const token = cookies.readSession(http)
    return token !== undefined && (await sessions.end(token))
  }

  const csrfCookie: DirectHandler<'csrfCookie'> = async (_body, http) =>
    ok({ token: cookies.ensureCsrfToken(http) })

  const signIn: DirectHandler<'login'> = async ({ authToken, locale, device: claimedDevice }, http) => {
    const verified = await signIns.verify('id', authToken, http.get('session'))
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, isInGroup, signedInAt } = verified.value
    const { country, language } = locales[locale]
    const newCustomer = { id: customer, country, language: language.toUpperCase() }
    const storedCustomer = await customerStore.findOrCreate(newCustomer, signedInAt)
    if (!storedCustomer) return fail({ code: 'account-erased' })
    const deviceClaim = { device: claimedDevice, secret: cookies.ensureDeviceSecret(http), customer }
    // The browser may get another device id than the one it claims. `lostDatabase`: it lost its IndexedDB
    // database, and with it the earlier id.
    const { device, lostDatabase } = await deviceSecrets.claim(deviceClaim)
    const previous = http.get('session')
    // If the same customer signs in again in this browser, the proof of the second factor stays valid.
    const secondFactorAt = previous?.customer === customer ? previous.secondFactorAt : null
    await endCurrentSession(http)
    const session = { customer, device, isInGroup, signedInAt, secondFactorAt }
    const browser = parseUserAgent(http.req.header('User-Agent'))
    cookies.setSession(http, await sessions.start(session, browser))
    const ownership = { device, customer_id: customer, stated_at: now().toISOString() }
    return ok({
      customer: { ...storedCustomer, ...describeRole(await roles.find(customer, isInGroup)) },
      // The app puts this signed statement into rescue files, where it proves whose device it was.
      device: signDevice(ownership, await keys.getSigningKey()),
      began_anew: lostDatabase,
    })
  }

  const login: DirectHandler<'login'> = async (body, http) => {
    const provider = detectProvider(body.authToken)
    try {
      const result = await signIn(body, http)
      measures.signIn({ provider, outcome: result.ok ? 'signed-in' : result.error.code })
      return result
    } catch (error) {
      measures.signIn({
        provider,
        outcome: error instanceof ProviderUnavailableError ? 'provider-away' : 'failed',
      })
      throw error
    }
  }

  const logout: DirectHandler<'logout'> = async (_body, http) => {
    const hasEnded = await endCurrentSession(http)
    cookies.deleteSession(http)
    return ok({ ended: hasEnded })
  }

  const tokenValidation: DirectHandler<'tokenValidation'> = async ({ accessToken }, http) => {
    if (accessToken === undefined) return ok({ valid: false })
    if ((await signIns.verify('access', accessToken, http.get('session'))).ok) return ok({ valid: true })
    const token = cookies.readSession(http)
    const session = token === undefined ? undefined : await sessions.findSignIn(token)
    const hasEnded = await signIns.isEnded(accessToken, session)
    return ok({ valid: false, ...(hasEnded && { ended: true }) })
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
