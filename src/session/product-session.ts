import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { DeviceStatement } from '../contract/product-api/device-statement.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { userOf, type CurrentUser } from './current-user.ts'
import { apiFailureOf, authFailureOf, type AuthFailure } from './failures.ts'
import { ownSession } from './providers/own-session.ts'
import type { ProviderSession } from './providers/provider.ts'
import { apiRetry } from './retry-policies.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps } from './session.ts'

/** In ms. The session ends in any case, and its reason does not justify a long wait. */
const reasonTimeout = 5000

/** In ms. A working database has returned the device id by then. */
const maxRead = 4000

/** The result of a sign-in at the product API. */
type Opened = { user: CurrentUser; statement: DeviceStatement | undefined }

/** The name that a coach gave after a renewal began. The renewed tokens may have the old one. */
const newName = (before: CurrentUser, { firstName, lastName }: CurrentUser) =>
  firstName !== before.firstName || lastName !== before.lastName ? { firstName, lastName } : {}

/** The product API's part of a session: opens it with an identity token, renews, checks and ends it. */
export const createProductSession = (
  { record, state }: { record: SessionRecord; state: SessionStateStore },
  deps: Pick<
    SessionDeps,
    'api' | 'device' | 'newId' | 'replaceDevice' | 'onBeganAnew' | 'providerFor' | 'sleep' | 'now'
  >,
) => {
  const { api, device, newId, replaceDevice, onBeganAnew, providerFor, sleep, now } = deps

  /** Exchanges the identity token for the session cookie. */
  const exchange = async (
    locale: LocaleCode,
    tokens: ProviderSession,
  ): Promise<Result<Opened, ApiFailure>> => {
    // Without its database a device has no id. The session then opens under a new id that captures nothing.
    const own = await withTimeLimit(
      device().catch(() => undefined),
      maxRead,
    )
    const body = { authToken: tokens.identityToken, locale, device: own ?? newId() }
    const opened = await retry(() => api.call('login', body), apiRetry, sleep)
    if (!opened.ok) return opened
    const { customer, device: statement, began_anew: beganAnew } = opened.value
    // The server assigned another id, because this browser lost its id's secret or the id became known.
    if (statement && own !== undefined && statement.device !== own)
      await replaceDevice({ from: own, to: statement.device, customer: statement.customer_id })
    if (own !== undefined && beganAnew) await onBeganAnew(tokens.userID)
    await record.writeDevice(statement?.device ?? body.device)
    return ok({ user: { ...userOf(tokens), locale, admin: customer.admin }, statement })
  }

  /** Resolves to whether the server has ended the session of this browser. */
  const end = async (signal?: AbortSignal): Promise<boolean> =>
    (await api.call('logout', {}, { ...(signal && { signal }) })).ok

  const isSignedIn = async (customer: string) => (await record.read())?.user.userID === customer

  return {
    open: async (
      locale: LocaleCode,
      tokens: ProviderSession,
      { again = false } = {},
    ): Promise<Result<CurrentUser, ApiFailure>> => {
      const opened = await exchange(locale, tokens)
      if (!opened.ok) return opened
      const { user, statement } = opened.value
      if (again && !(await isSignedIn(user.userID))) {
        await end()
        return fail({ code: 'signed-out', status: 401 })
      }
      await record.writeNew(user, statement)
      await record.writeOpened(now())
      return ok(user)
    },

    /** Reopens the session with the provider's tokens. With `fresh` the provider renews them first. */
    renew: async (user: CurrentUser, fresh: boolean): Promise<Result<CurrentUser, AuthFailure>> => {
      const provider = await providerFor(user.locale)
      if (!provider.ok) return provider
      const session = await ownSession(provider.value, user.userID, { fresh })
      if (!session.ok) return fail(authFailureOf('session', session.error))
      const opened = await exchange(user.locale, session.value)
      if (!opened.ok) return fail(apiFailureOf(opened.error))
      const { user: found, statement } = opened.value
      const withNewName = (stored: CurrentUser) => ({ ...found, ...newName(user, stored) })
      const renewed = await record.replace(user.userID, withNewName, statement)
      if (!renewed) {
        // The coach signed out during the request, so the session that it opened must end.
        await end()
        return fail({ message: 'error.signInNeeded' })
      }
      state.set({ status: 'authenticated', user: renewed })
      await record.writeOpened(now())
      return ok(renewed)
    },

    /** Whether any tab opened the session after `time`. False if the clock was set back since. */
    isOpenedSince: async (time: number): Promise<boolean> => {
      const opened = await record.opened()
      return opened !== undefined && opened > time && opened <= now()
    },

    /** Whether this device still has the id under which the session was opened. */
    isOfDevice: async (): Promise<boolean> => {
      const opened = await record.device()
      return opened === undefined || opened === (await device())
    },

    /** `undefined` if the server could not be reached, which does not concern the token. */
    isValid: async (accessToken: string): Promise<boolean | undefined> => {
      const validation = await api.call('tokenValidation', { accessToken })
      return validation.ok ? validation.value.valid : undefined
    },

    /** Whether the account of this browser's session was deleted. A provider only reports an unknown user. */
    isDeleted: async (customer: string): Promise<boolean> => {
      const signal = AbortSignal.timeout(reasonTimeout)
      const asked = await api.call('getImpact', { customer_id: customer }, { signal })
      return !asked.ok && asked.error.code === 'account-erased'
    },

    end,
  }
}

export type ProductSession = ReturnType<typeof createProductSession>
