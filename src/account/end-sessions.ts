import type { LocaleCode } from '../config/locales.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { getApiMessage, toAuthFailure, type AuthFailure } from '../session/auth-failure.ts'
import type { AuthProvider } from '../session/providers/provider.ts'
import { apiRetry, providerRetry } from '../session/retry-policies.ts'
import type { UserWithProvider } from '../session/session.ts'
import type { AccountDeps } from './account.ts'

type EndResult = Promise<Result<void, AuthFailure>>

/** The product API refuses sign-ins for up to 1 s. Another second covers differences between the clocks. */
const refusedTimeMs = 2000

/**
 * Ends the sign-ins of a coach on every device: at the product API, which then refuses their tokens, and at
 * the identity provider.
 */
export const createEndSessions = ({ session, api, sleep, log }: AccountDeps) => {
  /**
   * Makes the product API refuse all earlier sign-ins. Pools record the time of a sign-in in seconds, so the
   * product API also refuses sign-ins of the current second, and this function waits for the next one. Fails
   * if the provider has tokens of another customer, who has signed in since.
   */
  const resetTokens = async (customerId: string, provider: AuthProvider): EndResult => {
    const tokens = await provider.session()
    if (!tokens.ok) return fail(toAuthFailure('session', tokens.error))
    if (tokens.value.userID !== customerId) return fail({ message: 'error.otherCustomer' })
    const body = { accessToken: tokens.value.accessToken }
    const response = await retry(() => api.call('resetTokens', body), apiRetry, sleep)
    if (!response.ok) return fail({ message: getApiMessage(response.error) })
    await sleep(refusedTimeMs)
    return ok(undefined)
  }

  const endAll = async (customerId: string, provider: AuthProvider): EndResult => {
    const reset = await resetTokens(customerId, provider)
    if (!reset.ok) return reset
    const signOut = await provider.signOutEverywhere()
    return signOut.ok ? signOut : fail(toAuthFailure('session', signOut.error))
  }

  const signInWith = (provider: AuthProvider, email: string, password: string) =>
    retry(() => provider.signIn(email, password), providerRetry, sleep)

  return {
    /** Ends every sign-in of a customer, including the one on this device. */
    endAll,

    /** Ends every sign-in with the old password. This device signs in again with the new one. */
    endAfterChange: async ({ user, provider }: UserWithProvider, password: string): EndResult => {
      const reset = await resetTokens(user.userID, provider)
      if (!reset.ok) return reset
      const signOut = await provider.signOutEverywhere()
      if (!signOut.ok) log.warn('The provider did not end the other sessions', { fault: signOut.error.name })
      const signedIn = await session.findUser(user.userID)
      if (!signedIn.ok) return signedIn
      const tokens = await signInWith(provider, user.email, password)
      if (!tokens.ok) return fail(toAuthFailure('session', tokens.error))
      const newUser = await session.open(user.locale, tokens.value, { reopen: true })
      if (!newUser.ok) {
        // If the coach has signed out since, the new tokens must not stay on the device.
        if (!(await session.findUser(user.userID)).ok) await provider.signOut()
        return fail({ message: getApiMessage(newUser.error) })
      }
      session.show(newUser.value)
      return ok(undefined)
    },

    /**
     * Ends every sign-in with a forgotten password after its reset. Afterwards nobody is signed in on this
     * device. A customer who has signed in in another tab is signed out too, because a browser has only one
     * session at a time.
     */
    endAfterReset: async (
      provider: AuthProvider,
      { locale, email, password }: { locale: LocaleCode; email: string; password: string },
    ): EndResult => {
      await session.endPrevious()
      // If the app closes before `expectNoTokens`, its next start removes the tokens of the provider.
      const expectNoTokens = await session.expectTokens(locale)
      const tokens = await signInWith(provider, email, password)
      const result = tokens.ok
        ? await endAll(tokens.value.userID, provider)
        : fail(toAuthFailure('session', tokens.error))
      if (tokens.ok && !result.ok) await provider.signOut()
      await expectNoTokens()
      return result
    },
  }
}
