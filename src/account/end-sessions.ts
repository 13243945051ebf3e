import { fail, ok, type Result } from '../lib/result.ts'
import { apiMessage, failureOf, type AuthFailure } from '../session/failures.ts'
import type { AuthProvider } from '../session/providers/provider.ts'
import { canApiPass, canFaultPass, retry } from '../session/retry.ts'
import type { SignedIn } from '../session/session.ts'
import type { AccountDeps } from './account.ts'

type Ended = Promise<Result<void, AuthFailure>>

/** ms: what is left of the second in which sign-ins are refused, and one more for clocks that differ */
const secondOfReset = 2000

/** Ends the sign-ins of a coach on every device: at the product API, which then refuses their tokens, and at the provider. */
export const createEndSessions = ({ session, api, sleep, log }: AccountDeps) => {
  /**
   * Has the product API refuse whoever signed in before now. Pools count sign-ins in seconds, so it refuses the present
   * second too, and this waits for the next one. The tokens are of `customer`, whoever has signed in meanwhile.
   */
  const resetTokens = async (customer: string, provider: AuthProvider): Ended => {
    const current = await provider.session()
    if (!current.ok) return fail(failureOf('session', current.error))
    if (current.value.userID !== customer) return fail({ message: 'error.otherCustomer' })
    const body = { accessToken: current.value.accessToken }
    const reset = await retry(() => api.call('resetTokens', body), { canPass: canApiPass, sleep })
    if (!reset.ok) return fail({ message: apiMessage(reset.error) })
    await sleep(secondOfReset)
    return ok(undefined)
  }

  const everywhere = async (customer: string, provider: AuthProvider): Ended => {
    const reset = await resetTokens(customer, provider)
    if (!reset.ok) return reset
    const ended = await provider.signOutEverywhere()
    return ended.ok ? ended : fail(failureOf('session', ended.error))
  }

  const signInWith = (provider: AuthProvider, email: string, password: string) =>
    retry(() => provider.signIn(email, password), { canPass: canFaultPass, sleep })

  return {
    everywhere,

    /** Ends every sign-in with the password before; this device signs in anew. */
    ofOldPassword: async ({ user, provider }: SignedIn, password: string): Ended => {
      const reset = await resetTokens(user.userID, provider)
      if (!reset.ok) return reset
      const ended = await provider.signOutEverywhere()
      if (!ended.ok) log.warn('The provider did not end the other sessions.', { fault: ended.error.name })
      const tokens = await signInWith(provider, user.email, password)
      if (!tokens.ok) return fail(failureOf('session', tokens.error))
      const opened = await session.open(user.locale, tokens.value)
      if (!opened.ok) return fail({ message: apiMessage(opened.error) })
      session.show(opened.value)
      return ok(undefined)
    },

    /**
     * The same after a forgotten password was replaced: nobody is signed in here afterwards. Somebody who signed in
     * meanwhile in another tab is signed out, as with every sign-in: a browser has one at a time.
     */
    ofForgottenPassword: async (provider: AuthProvider, email: string, password: string): Ended => {
      await session.endPrevious()
      const tokens = await signInWith(provider, email, password)
      if (!tokens.ok) return fail(failureOf('session', tokens.error))
      const ended = await everywhere(tokens.value.userID, provider)
      if (!ended.ok) await provider.signOut()
      return ended
    },
  }
}
