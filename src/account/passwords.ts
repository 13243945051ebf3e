import { locales, type LocaleCode } from '../config/locales.ts'
import { errors } from '../contract/errors.ts'
import { fail, ok } from '../lib/result.ts'
import { failureOf, type AuthFailure, type AuthStep } from '../session/failures.ts'
import type { AuthProvider, FaultKind } from '../session/providers/provider.ts'
import { canApiPass, retry } from '../session/retry.ts'
import type { Account, AccountDeps } from './account.ts'
import { createResetPause } from './reset-pause.ts'

type Passwords = Pick<
  Account,
  'forgotPassword' | 'submitNewPassword' | 'resetLimitedUntil' | 'changePassword' | 'signOutEverywhere'
>

/** Passwords that are forgotten or changed, and ending every session with them. */
export const createPasswords = ({ session, api, values, now, sleep, log }: AccountDeps): Passwords => {
  const pause = createResetPause({ values, now })

  /** The messages of a refused reset; after too many tries the pause survives a reload. */
  const refuse = async (locale: LocaleCode, step: AuthStep, kind: FaultKind): Promise<AuthFailure> => {
    const failure = failureOf(step, kind, locales[locale].auth.kind)
    if (kind !== 'too-many-requests') return failure
    return { ...failure, retryAt: await pause.begin() }
  }

  /** Ends the product sessions of a customer's every device; this one's too. */
  const resetTokens = async (customer: string) => {
    const token = await session.accessToken(customer)
    if (!token.ok) return token
    const body = { accessToken: token.value }
    const reset = await retry(() => api.call('resetTokens', body), { canPass: canApiPass, sleep })
    return reset.ok ? ok(undefined) : fail({ message: errors[reset.error.code].message })
  }

  const endEverywhere = async (
    customer: string,
    provider: AuthProvider,
  ): ReturnType<Account['signOutEverywhere']> => {
    const reset = await resetTokens(customer)
    if (!reset.ok) return reset
    const ended = await provider.signOutEverywhere()
    return ended.ok ? ended : fail(failureOf('session', ended.error.kind))
  }

  return {
    forgotPassword: async (locale, email) => {
      const provider = await session.providerFor(locale)
      if (!provider.ok) return provider
      const sent = await provider.value.requestReset(email)
      return sent.ok ? sent : fail(await refuse(locale, 'forgot-password', sent.error.kind))
    },

    submitNewPassword: async (locale, reset) => {
      const provider = await session.providerFor(locale)
      if (!provider.ok) return provider
      const done = await provider.value.resetPassword(reset)
      return done.ok ? done : fail(await refuse(locale, 'reset-password', done.error.kind))
    },

    resetLimitedUntil: pause.until,

    changePassword: async (customer, { oldPassword, newPassword, everywhere = false, beforeLeaving }) => {
      const signedIn = await session.signedIn(customer)
      if (!signedIn.ok) return signedIn
      const { user, provider } = signedIn.value
      const changed = await provider.changePassword(oldPassword, newPassword)
      if (!changed.ok) {
        return fail(failureOf('change-password', changed.error.kind, locales[user.locale].auth.kind))
      }
      // The password is another one by now: nothing that follows can make the change fail (specification §4).
      if (everywhere) {
        const ended = await endEverywhere(customer, provider)
        if (!ended.ok) log.warn('The sign-out after a password change failed.', { why: ended.error.message })
        await beforeLeaving?.()
        await session.signOut(customer)
        return ok(undefined)
      }
      const reset = await resetTokens(customer)
      const renewed = reset.ok ? await session.renew(customer) : reset
      if (!renewed.ok) log.warn('The other sessions were not ended after a password change.')
      return ok(undefined)
    },

    signOutEverywhere: async (customer, beforeLeaving) => {
      const signedIn = await session.signedIn(customer)
      if (!signedIn.ok) return signedIn
      const ended = await endEverywhere(customer, signedIn.value.provider)
      if (!ended.ok) return ended
      await beforeLeaving?.()
      await session.signOut(customer)
      return ended
    },
  }
}
