import { retry } from '../lib/async/retry.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { apiMessage, authFailureOf, type AuthFailure } from '../session/failures.ts'
import type { AuthProvider } from '../session/providers/provider.ts'
import { apiRetry, providerRetry } from '../session/retry-policies.ts'
import type { SignedIn } from '../session/session.ts'
import type { AccountDeps } from './account.ts'

type Ended = Promise<Result<void, AuthFailure>>

/** In ms. The rest of the second in which sign-ins are refused, plus one second for clock differences. */
const secondOfReset = 2000

/**
 * Ends the sign-ins of a coach on every device, at the product API, which then refuses their tokens, and at
 * the identity provider.
 */
export const createEndSessions = ({ session, api, sleep, log }: AccountDeps) => {
  /**
   * Makes the product API refuse all earlier sign-ins. Pools record sign-ins in seconds, so it refuses the
   * present second too, and this function waits for the next one. The tokens belong to `customer`, even if
   * another customer has signed in meanwhile.
   */
  const resetTokens = async (customer: string, provider: AuthProvider): Ended => {
    const current = await provider.session()
    if (!current.ok) return fail(authFailureOf('session', current.error))
    if (current.value.userID !== customer) return fail({ message: 'error.otherCustomer' })
    const body = { accessToken: current.value.accessToken }
    const reset = await retry(() => api.call('resetTokens', body), apiRetry, sleep)
    if (!reset.ok) return fail({ message: apiMessage(reset.error) })
    await sleep(secondOfReset)
    return ok(undefined)
  }

  const everywhere = async (customer: string, provider: AuthProvider): Ended => {
    const reset = await resetTokens(customer, provider)
    if (!reset.ok) return reset
    const ended = await provider.signOutEverywhere()
    return ended.ok ? ended : fail(authFailureOf('session', ended.error))
  }

  const signInWith = (provider: AuthProvider, email: string, password: string) =>
    retry(() => provider.signIn(email, password), providerRetry, sleep)

  return {
    everywhere,

    /** Ends every sign-in with the old password. This device signs in again. */
    ofOldPassword: async ({ user, provider }: SignedIn, password: string): Ended => {
      const reset = await resetTokens(user.userID, provider)
      if (!reset.ok) return reset
      const ended = await provider.signOutEverywhere()
      if (!ended.ok) log.warn('The provider did not end the other sessions.', { fault: ended.error.name })
      const before = await session.signedIn(user.userID)
      if (!before.ok) return before
      const tokens = await signInWith(provider, user.email, password)
      if (!tokens.ok) return fail(authFailureOf('session', tokens.error))
      const opened = await session.open(user.locale, tokens.value, { again: true })
      if (!opened.ok) {
        // A coach who has signed out meanwhile leaves no tokens on the device either.
        if (!(await session.signedIn(user.userID)).ok) await provider.signOut()
        return fail({ message: apiMessage(opened.error) })
      }
      session.show(opened.value)
      return ok(undefined)
    },

    /**
     * As `ofOldPassword`, after a reset: nobody is signed in on this device afterwards. It signs out a
     * customer who signed in meanwhile in another tab, as every sign-in does, because a browser has one
     * session at a time.
     */
    ofForgottenPassword: async (provider: AuthProvider, email: string, password: string): Ended => {
      await session.endPrevious()
      const tokens = await signInWith(provider, email, password)
      if (!tokens.ok) return fail(authFailureOf('session', tokens.error))
      const ended = await everywhere(tokens.value.userID, provider)
      if (!ended.ok) await provider.signOut()
      return ended
    },
  }
}
