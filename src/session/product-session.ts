import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { DeviceStatement } from '../contract/product-api/device-statement.ts'
import { getRole, isAdminRole } from '../contract/roles.ts'
import { retry } from '../lib/async/retry.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { toUser, type CurrentUser } from './current-user.ts'
import { toAuthFailure, toSessionFailure, type AuthFailure } from './auth-failure.ts'
import type { ProviderSession } from './providers/provider.ts'
import { readSessionOfCustomer } from './providers/read-session-of-customer.ts'
import { apiRetry } from './retry-policies.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps } from './session.ts'

/**
 * The time limit for a call that only finds out why a session was refused. The session ends in any case, so
 * the coach should not wait long.
 */
const reasonTimeoutMs = 5000

/** A working database returns the device id within this time. */
const deviceIdTimeoutMs = 4000

/** The result of a sign-in at the product API. */
type OpenedSession = { user: CurrentUser; statement: DeviceStatement | undefined }

/**
 * Returns the new name if the coach changed it while the session was being renewed, otherwise an empty
 * object. The renewed tokens may still have the old name. `before` is the user when the renewal started,
 * `stored` the user now.
 */
const findNameChange = (before: CurrentUser, stored: CurrentUser) => {
  const { firstName, lastName } = stored
  return firstName !== before.firstName || lastName !== before.lastName ? { firstName, lastName } : {}
}

/**
 * Opens, renews, checks and ends the product session: the session of this browser at the product API, in an
 * HttpOnly cookie. It is separate from the sign-in at the identity provider, whose tokens open it.
 */
export const createProductSession = (
  { record, state }: { record: SessionRecord; state: SessionStateStore },
  deps: Pick<
    SessionDeps,
    'api' | 'device' | 'newId' | 'replaceDevice' | 'onDatabaseLoss' | 'loadProvider' | 'sleep' | 'now'
  >,
) => {
  const { api, device, newId, replaceDevice, onDatabaseLoss, loadProvider, sleep, now } = deps

  /**
   * Signs in at the product API with the identity token. The response sets the session cookie. If the server
   * assigned another id to this device, the device adopts it.
   */
  const exchangeTokens = async (
    locale: LocaleCode,
    tokens: ProviderSession,
  ): Promise<Result<OpenedSession, ApiFailure>> => {
    // If the database does not return the device id, the session opens under a new id. The outbox stores
    // nothing under that id, because it uses the id in the database.
    const deviceId = await withTimeLimit(
      device().catch(() => undefined),
      deviceIdTimeoutMs,
    )
    const body = { authToken: tokens.identityToken, locale, device: deviceId ?? newId() }
    const response = await retry(() => api.call('login', body), apiRetry, sleep)
    if (!response.ok) return response
    // The statement is the server's signed proof of the device id that the session belongs to.
    const { customer, device: statement, began_anew: hasLostDatabase } = response.value
    // The server assigns another id if this browser has lost the secret of its id, or if the id has become
    // known to others.
    if (statement && deviceId !== undefined && statement.device !== deviceId)
      await replaceDevice({ from: deviceId, to: statement.device, customer: statement.customer_id })
    if (deviceId !== undefined && hasLostDatabase) await onDatabaseLoss(tokens.userID)
    await record.writeDevice(statement?.device ?? body.device, { isStored: deviceId !== undefined })
    const role = getRole(customer)
    return ok({ user: { ...toUser(tokens), locale, admin: isAdminRole(role), role }, statement })
  }

  /**
   * Converts a refusal of the provider's tokens. Asks the product API whether the customer has ended this
   * sign-in on another device.
   */
  const explainRefusal = async (failure: ApiFailure, accessToken: string): Promise<AuthFailure> => {
    const sessionFailure = toSessionFailure(failure)
    if (failure.code !== 'identity-refused') return sessionFailure
    const signal = AbortSignal.timeout(reasonTimeoutMs)
    const validation = await api.call('tokenValidation', { accessToken }, { signal })
    const hasEnded = validation.ok && validation.value.ended === true
    return hasEnded ? { ...sessionFailure, message: 'error.endedElsewhere' } : sessionFailure
  }

  /** Resolves to true if the server has ended the session of this browser. */
  const end = async (signal?: AbortSignal): Promise<boolean> =>
    (await api.call('logout', {}, { ...(signal && { signal }) })).ok

  return {
    /**
     * Opens the session with the tokens of a sign-in and stores who is signed in. With `reopen`, fails if the
     * coach has signed out since.
     */
    open: async (
      locale: LocaleCode,
      tokens: ProviderSession,
      { reopen = false } = {},
    ): Promise<Result<CurrentUser, ApiFailure>> => {
      const signIn = await exchangeTokens(locale, tokens)
      if (!signIn.ok) return signIn
      const { user, statement } = signIn.value
      if (reopen && !(await record.isSignedIn(user.userID))) {
        await end()
        return fail({ code: 'signed-out', status: 401 })
      }
      await record.writeNew(user, statement)
      await record.writeOpenedAt(now())
      // Opens the admin pages while the sign-in is recent. Later, the server no longer accepts this sign-in as
      // proof of a second factor and would ask the admin to sign in again. If the call fails, the first admin page
      // repeats it.
      if (isAdminRole(user.role)) void api.call('openAdminPages', { accessToken: tokens.accessToken })
      return ok(user)
    },

    /** Reopens the session with the provider's tokens. With `fresh` the provider renews them first. */
    renew: async (
      user: CurrentUser,
      { fresh }: { fresh: boolean },
    ): Promise<Result<CurrentUser, AuthFailure>> => {
      const provider = await loadProvider(user.locale)
      if (!provider.ok) return provider
      const session = await readSessionOfCustomer(provider.value, user.userID, { fresh })
      if (!session.ok) return fail(toAuthFailure('session', session.error))
      const signIn = await exchangeTokens(user.locale, session.value)
      if (!signIn.ok) return fail(await explainRefusal(signIn.error, session.value.accessToken))
      const { user: renewedUser, statement } = signIn.value
      const withNewName = (stored: CurrentUser) => ({ ...renewedUser, ...findNameChange(user, stored) })
      const storedUser = await record.replace(user.userID, withNewName, statement)
      if (!storedUser) {
        // The coach signed out during the request, so the session that it opened must end.
        await end()
        return fail({ message: 'error.signInNeeded' })
      }
      state.set({ status: 'authenticated', user: storedUser })
      await record.writeOpenedAt(now())
      return ok(storedUser)
    },

    /**
     * Whether any tab opened the session after `time`, in ms since the epoch. False if the clock was set back
     * after that.
     */
    wasOpenedAfter: async (time: number): Promise<boolean> => {
      const openedAt = await record.readOpenedAt()
      return openedAt !== undefined && openedAt > time && openedAt <= now()
    },

    /** Whether this device still has the id that the session was opened with. */
    isOfThisDevice: async (): Promise<boolean> => {
      const sessionDeviceId = await record.readDevice()
      return sessionDeviceId === undefined || sessionDeviceId === (await device())
    },

    /** Whether the product API accepts an access token, or undefined if it did not respond. */
    isValid: async (accessToken: string): Promise<boolean | undefined> => {
      const validation = await api.call('tokenValidation', { accessToken })
      return validation.ok ? validation.value.valid : undefined
    },

    /**
     * Whether the account of this browser's session was deleted. Asks the product API, because a provider
     * only reports an unknown user.
     */
    isDeleted: async (customerId: string): Promise<boolean> => {
      const signal = AbortSignal.timeout(reasonTimeoutMs)
      const response = await api.call('getImpact', { customer_id: customerId }, { signal })
      return !response.ok && response.error.code === 'account-erased'
    },

    end,
  }
}

export type ProductSession = ReturnType<typeof createProductSession>
