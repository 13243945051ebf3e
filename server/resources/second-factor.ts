import type { ResponseOf } from '../../src/contract/product-api.ts'
import { maxSignInAgeMs } from '../../src/contract/product-api/personal-data-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import type { Authenticators } from '../auth/authenticators.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIn, SignIns } from '../auth/sign-ins.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Http, Session } from '../http/app-env.ts'

type Deps = {
  sessions: Pick<Sessions, 'proveSecondFactor'>
  cookies: Pick<Cookies, 'readSession'>
  signIns: Pick<SignIns, 'verify' | 'verifyFresh'>
  identity: Pick<IdentityTokens, 'hasSecondFactor'>
  authenticators: Authenticators
  now: () => Date
}

/** The session of an admin, with the sign-in of the token that came with the call. */
type Admin = Session & Pick<SignIn, 'provider' | 'signedInAt'>
type OpenResult = Result<ResponseOf<'openAdminPages'>, ApiError>

/** Handles the calls for the second factor that admins need. */
export const createSecondFactor = (deps: Deps) => {
  const { sessions, cookies, signIns, identity, authenticators, now } = deps

  const proveSecondFactor = async (http: Http): Promise<void> => {
    const token = cookies.readSession(http)
    if (token !== undefined) await sessions.proveSecondFactor(token)
  }

  /** Checks that an access token belongs to the admin of the session. */
  const verifyAdmin = async (http: Http, accessToken: string): Promise<Result<Admin, ApiError>> => {
    const session = http.get('session')
    if (!session) return fail({ code: 'signed-out' })
    const verified = await signIns.verify('access', accessToken, session)
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, provider, signedInAt } = verified.value
    if (customer !== session.customer) return fail({ code: 'identity-refused' })
    return ok({ ...session, provider, signedInAt })
  }

  /** Checks that an admin of the loyalty provider has entered the password in the last minutes. */
  const verifyPassword = async (http: Http, accessToken: string): Promise<Result<Session, ApiError>> => {
    const admin = await verifyAdmin(http, accessToken)
    if (!admin.ok) return admin
    // Admins of a user pool set up their second factor at the pool.
    if (admin.value.provider !== 'loyalty') return fail({ code: 'identity-refused' })
    const fresh = await signIns.verifyFresh(accessToken)
    if (!fresh.ok) return fail({ code: fresh.error })
    return fresh.value.isErased ? fail({ code: 'account-erased' }) : admin
  }

  /**
   * Asks the user pool of an admin whether the account has a second factor. The pool only knows whether it has one
   * now. An older session may have started with a stolen password, before the second factor was set up. So the
   * sign-in must be from the last minutes, unless this session has already proved a second factor.
   */
  const openByUserPool = async (http: Http, admin: Admin, accessToken: string): Promise<OpenResult> => {
    const hasFactor = await identity.hasSecondFactor(accessToken)
    if (!hasFactor.ok) return fail({ code: hasFactor.error })
    if (!hasFactor.value) {
      await authenticators.delete(admin.customer)
      return ok({ state: 'set-up' })
    }
    const isFresh = now().getTime() - admin.signedInAt.getTime() <= maxSignInAgeMs
    if (!isFresh && admin.secondFactorAt === null) return ok({ state: 'sign-in' })
    await proveSecondFactor(http)
    return ok({ state: 'open' })
  }

  /** Asks for a code of the app of an admin who signs in at the loyalty provider. */
  const openByApp = async (http: Http, admin: Admin, code: string | undefined): Promise<OpenResult> => {
    if (!(await authenticators.isConfirmed(admin.customer))) return ok({ state: 'set-up' })
    if (admin.hasSecondFactor) return ok({ state: 'open' })
    if (code === undefined) return ok({ state: 'code' })
    const check = await authenticators.check(admin.customer, code)
    if (!check.ok) return check
    if (check.value !== 'accepted') return ok({ state: check.value })
    await proveSecondFactor(http)
    return ok({ state: 'open' })
  }

  const openAdminPages: DirectHandler<'openAdminPages'> = async ({ accessToken, code }, http) => {
    const verified = await verifyAdmin(http, accessToken)
    if (!verified.ok) return verified
    const admin = verified.value
    const opened = await (admin.provider === 'user-pool'
      ? openByUserPool(http, admin, accessToken)
      : openByApp(http, admin, code))
    return opened.ok ? ok({ ...opened.value, role: admin.role }) : opened
  }

  const createAuthenticator: DirectHandler<'createAuthenticator'> = async ({ accessToken }, http) => {
    const admin = await verifyPassword(http, accessToken)
    if (!admin.ok) return admin
    const secret = await authenticators.create(admin.value.customer)
    // To replace an app, an admin deletes it first, which requires a session that has proved a second factor.
    return secret === undefined ? fail({ code: 'second-factor-needed' }) : ok({ secret })
  }

  const confirmAuthenticator: DirectHandler<'confirmAuthenticator'> = async ({ accessToken, code }, http) => {
    const admin = await verifyAdmin(http, accessToken)
    if (!admin.ok) return admin
    const check = await authenticators.check(admin.value.customer, code, { isFirst: true })
    if (!check.ok) return check
    if (check.value === 'accepted') await proveSecondFactor(http)
    return ok({ outcome: check.value })
  }

  const deleteAuthenticator: DirectHandler<'deleteAuthenticator'> = async ({ accessToken }, http) => {
    const admin = await verifyPassword(http, accessToken)
    if (!admin.ok) return admin
    const { customer, hasSecondFactor } = admin.value
    if (!hasSecondFactor) return fail({ code: 'second-factor-needed' })
    return ok({ deleted: await authenticators.delete(customer) })
  }

  return { openAdminPages, createAuthenticator, confirmAuthenticator, deleteAuthenticator }
}
