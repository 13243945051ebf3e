import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import type { Authenticators } from '../auth/authenticators.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Identity } from '../auth/identity.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Http, Session } from '../http/app-env.ts'

type Deps = {
  sessions: Pick<Sessions, 'setSecondFactor'>
  cookies: Pick<Cookies, 'readSession'>
  signIns: Pick<SignIns, 'verify' | 'verifyFresh'>
  identity: Pick<IdentityTokens, 'hasSecondFactor'>
  authenticators: Authenticators
}

/** Handles the calls for the second factor that admins need. */
export const createSecondFactor = ({ sessions, cookies, signIns, identity, authenticators }: Deps) => {
  const setSecondFactor = async (http: Http, isProved: boolean): Promise<void> => {
    const token = cookies.readSession(http)
    if (token !== undefined) await sessions.setSecondFactor(token, isProved)
  }

  /** Checks that an access token belongs to the admin of the session. */
  const verifyAdmin = async (
    http: Http,
    accessToken: string,
  ): Promise<Result<Session & Pick<Identity, 'provider'>, ApiError>> => {
    const session = http.get('session')
    if (!session) return fail({ code: 'signed-out' })
    const verified = await signIns.verify('access', accessToken, session)
    if (!verified.ok) return fail({ code: verified.error })
    const { customer, provider } = verified.value
    return customer === session.customer ? ok({ ...session, provider }) : fail({ code: 'identity-refused' })
  }

  /** Checks that an admin of the loyalty provider has entered the password in the last minutes. */
  const verifyPassword = async (http: Http, accessToken: string): Promise<Result<Session, ApiError>> => {
    const admin = await verifyAdmin(http, accessToken)
    if (!admin.ok) return admin
    // The pools have second factors of their own.
    if (admin.value.provider !== 'loyalty') return fail({ code: 'identity-refused' })
    const fresh = await signIns.verifyFresh(accessToken)
    if (!fresh.ok) return fail({ code: fresh.error })
    return fresh.value.isErased ? fail({ code: 'account-erased' }) : admin
  }

  const openAdminPages: DirectHandler<'openAdminPages'> = async ({ accessToken, code }, http) => {
    const admin = await verifyAdmin(http, accessToken)
    if (!admin.ok) return admin
    const { customer, provider, hasSecondFactor } = admin.value
    if (provider === 'user-pool') {
      const hasFactor = await identity.hasSecondFactor(accessToken)
      if (!hasFactor.ok) return fail({ code: hasFactor.error })
      await setSecondFactor(http, hasFactor.value)
      return ok({ state: hasFactor.value ? 'open' : 'set-up' })
    }
    if (!(await authenticators.isConfirmed(customer))) return ok({ state: 'set-up' })
    if (hasSecondFactor) return ok({ state: 'open' })
    if (code === undefined) return ok({ state: 'code' })
    const check = await authenticators.check(customer, code)
    if (!check.ok) return check
    if (check.value !== 'accepted') return ok({ state: check.value })
    await setSecondFactor(http, true)
    return ok({ state: 'open' })
  }

  const createAuthenticator: DirectHandler<'createAuthenticator'> = async ({ accessToken }, http) => {
    const admin = await verifyPassword(http, accessToken)
    if (!admin.ok) return admin
    const secret = await authenticators.create(admin.value.customer)
    // Only an admin who has the present app may change to another one: by deleting it first.
    return secret === undefined ? fail({ code: 'second-factor-needed' }) : ok({ secret })
  }

  const confirmAuthenticator: DirectHandler<'confirmAuthenticator'> = async ({ accessToken, code }, http) => {
    const admin = await verifyAdmin(http, accessToken)
    if (!admin.ok) return admin
    const check = await authenticators.check(admin.value.customer, code, { isFirst: true })
    if (!check.ok) return check
    if (check.value === 'accepted') await setSecondFactor(http, true)
    return ok({ outcome: check.value })
  }

  const deleteAuthenticator: DirectHandler<'deleteAuthenticator'> = async ({ accessToken }, http) => {
    const admin = await verifyPassword(http, accessToken)
    if (!admin.ok) return admin
    const { customer, hasSecondFactor } = admin.value
    if (!hasSecondFactor) return fail({ code: 'second-factor-needed' })
    const isDeleted = await authenticators.delete(customer)
    await setSecondFactor(http, false)
    return ok({ deleted: isDeleted })
  }

  return { openAdminPages, createAuthenticator, confirmAuthenticator, deleteAuthenticator }
}
