import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/product-api-client.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { userOf, type CurrentUser } from './current-user.ts'
import { apiFailureOf, failureOf, type AuthFailure } from './failures.ts'
import type { ProviderSession } from './providers/provider.ts'
import { canApiPass, retry } from './retry.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionStateStore } from './session-state.ts'
import type { SessionDeps } from './session.ts'

/** The product API's side of a session: opened with an identity token, renewed, checked, ended. */
export const createProductSession = (
  { record, state }: { record: SessionRecord; state: SessionStateStore },
  { api, device, providerFor, sleep }: Pick<SessionDeps, 'api' | 'device' | 'providerFor' | 'sleep'>,
) => {
  /** Exchanges the identity token for the session cookie; returns the record of the signed-in customer. */
  const exchange = async (
    locale: LocaleCode,
    tokens: ProviderSession,
  ): Promise<Result<CurrentUser, ApiFailure>> => {
    const id = await device()
    const body = { authToken: tokens.identityToken, locale, device: id }
    const opened = await retry(() => api.call('login', body), { canPass: canApiPass, sleep })
    if (!opened.ok) return opened
    await record.writeDevice(id)
    return ok({ ...userOf(tokens), locale, admin: opened.value.customer.admin })
  }

  /** Whether the server has ended the session of this browser. */
  const end = async (): Promise<boolean> => (await api.call('logout', {})).ok

  return {
    open: async (...given: Parameters<typeof exchange>) => {
      const opened = await exchange(...given)
      if (opened.ok) await record.write(opened.value)
      return opened
    },

    /** Opens it again with the provider's tokens; `fresh` has the provider renew them first. */
    renew: async (user: CurrentUser, fresh: boolean): Promise<Result<CurrentUser, AuthFailure>> => {
      const provider = await providerFor(user.locale)
      if (!provider.ok) return provider
      const session = await provider.value.session({ fresh })
      if (!session.ok) return fail(failureOf('session', session.error.kind))
      const opened = await exchange(user.locale, session.value)
      if (!opened.ok) return fail(apiFailureOf(opened.error))
      if ((await record.read())?.user.userID !== user.userID) {
        // The coach signed out while the response was on its way: the session just opened must not stay.
        await end()
        return fail({ message: 'error.signInNeeded' })
      }
      await record.write(opened.value)
      state.set({ status: 'authenticated', user: opened.value })
      return opened
    },

    /** Whether this device still has the id that the session was opened with. */
    isOfDevice: async (): Promise<boolean> => {
      const opened = await record.device()
      return opened === undefined || opened === (await device())
    },

    /** `undefined` when the server could not be reached: that says nothing about the token. */
    isValid: async (accessToken: string): Promise<boolean | undefined> => {
      const validation = await api.call('tokenValidation', { accessToken })
      return validation.ok ? validation.value.valid : undefined
    },

    end,
  }
}

export type ProductSession = ReturnType<typeof createProductSession>
