import * as v from 'valibot'
import { locales, type LocaleCode } from '../config/locales.ts'
import { errors } from '../contract/errors.ts'
import { fail, ok } from '../lib/result.ts'
import { failureOf, type AuthFailure, type AuthStep } from '../session/failures.ts'
import type { AuthProvider, FaultKind } from '../session/providers/provider.ts'
import { canApiPass, retry } from '../session/retry.ts'
import type { Account, AccountDeps } from './account.ts'

type Passwords = Pick<
  Account,
  'forgotPassword' | 'submitNewPassword' | 'resetLimitedUntil' | 'changePassword' | 'signOutEverywhere'
>

/** Where the end of the pause is stored: ms since epoch. */
const limitKey = 'resetLimitedUntil'

/** ms that the screens count down after too many tries (specification §4) */
const pause = 4 * 60_000

/** Passwords that are forgotten or changed, and ending every session with them. */
export const createPasswords = ({ session, api, values, now, sleep, log }: AccountDeps): Passwords => {
  /** The messages of a refused reset; after too many tries the pause survives a reload. */
  const refuse = async (locale: LocaleCode, step: AuthStep, kind: FaultKind): Promise<AuthFailure> => {
    const failure = failureOf(step, kind, locales[locale].auth.kind)
    if (kind !== 'too-many-requests') return failure
    const retryAt = now() + pause
    await values.write(limitKey, retryAt)
    return { ...failure, retryAt }
  }

  /** Ends the product sessions of every device; this one's too. */
  const resetTokens = async () => {
    const token = await session.accessToken()
    if (!token.ok) return token
    const body = { accessToken: token.value }
    const reset = await retry(() => api.call('resetTokens', body), { canPass: canApiPass, sleep })
    return reset.ok ? ok(undefined) : fail({ message: errors[reset.error.code].message })
  }

  const endEverywhere = async (provider: AuthProvider): ReturnType<Account['signOutEverywhere']> => {
    const reset = await resetTokens()
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

    resetLimitedUntil: async () => {
      const until = v.safeParse(v.number(), await values.read(limitKey))
      if (!until.success) return undefined
      // A clock that was set back must not make four minutes a day.
      return until.output > now() && until.output <= now() + pause ? until.output : undefined
    },

    changePassword: async (oldPassword, newPassword, { everywhere = false, beforeLeaving } = {}) => {
      const signedIn = await session.signedIn()
      if (!signedIn.ok) return signedIn
      const { user, provider } = signedIn.value
      const changed = await provider.changePassword(oldPassword, newPassword)
      if (!changed.ok) {
        return fail(failureOf('change-password', changed.error.kind, locales[user.locale].auth.kind))
      }
      // The password is another one by now: nothing that follows can make the change fail (specification §4).
      if (everywhere) {
        const ended = await endEverywhere(provider)
        if (!ended.ok) log.warn('The sign-out after a password change failed.', { why: ended.error.message })
        await beforeLeaving?.()
        await session.signOut()
        return ok(undefined)
      }
      const reset = await resetTokens()
      const renewed = reset.ok ? await session.renew() : reset
      if (!renewed.ok) log.warn('The other sessions were not ended after a password change.')
      return ok(undefined)
    },

    signOutEverywhere: async (beforeLeaving) => {
      const signedIn = await session.signedIn()
      if (!signedIn.ok) return signedIn
      const ended = await endEverywhere(signedIn.value.provider)
      if (!ended.ok) return ended
      await beforeLeaving?.()
      await session.signOut()
      return ended
    },
  }
}
