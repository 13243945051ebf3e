import { locales, type LocaleCode } from '../config/locales.ts'
import { errors } from '../contract/errors.ts'
import { fail, ok } from '../lib/result.ts'
import type { Auth } from './account.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { AuthDeps } from './deps.ts'
import { failureOf, type AuthStep } from '../session/failures.ts'
import type { Identity } from '../session/tokens.ts'
import type { Leaving } from '../session/leave-session.ts'
import type { AuthProvider, FaultKind } from '../session/providers/provider.ts'
import type { RenewSession } from '../session/renew-session.ts'
import { retry } from '../session/retry.ts'
import type { SessionRecord } from '../session/session-record.ts'

type Parts = { record: SessionRecord; identity: Identity; leaving: Leaving; renew: RenewSession }

type Passwords = Pick<
  Auth,
  'forgotPassword' | 'submitNewPassword' | 'resetLimitedUntil' | 'changePassword' | 'signOutEverywhere'
>

/** ms that the screens count down after too many tries (specification §4) */
const pause = 4 * 60_000

/** Passwords that are forgotten or changed, and ending every session with them. */
export const createPasswords = (
  { record, identity, leaving, renew }: Parts,
  { providerFor, api, now, sleep, log }: AuthDeps,
): Passwords => {
  /** A refusal at a reset, in words; after too many tries the pause is remembered over a reload. */
  const refuse = async (locale: LocaleCode, step: AuthStep, kind: FaultKind): Promise<AuthFailure> => {
    const failure = failureOf(step, kind, locales[locale].auth.kind)
    if (kind !== 'too-many-requests') return failure
    const retryAt = now() + pause
    await record.writeLimit(retryAt)
    return { ...failure, retryAt }
  }

  /** Ends the product sessions of every device; this one's too. */
  const resetTokens = (accessToken: string) =>
    retry(() => api.call('resetTokens', { accessToken }), {
      canPass: ({ code }) => errors[code].next === 'retry',
      sleep,
    })

  const endEverywhere = async (provider: AuthProvider): ReturnType<Auth['signOutEverywhere']> => {
    const session = await identity.sessionOf(provider)
    if (!session.ok) return session
    const reset = await resetTokens(session.value.accessToken)
    if (!reset.ok) return fail({ message: errors[reset.error.code].message })
    const ended = await provider.signOutEverywhere()
    return ended.ok ? ended : fail(failureOf('session', ended.error.kind))
  }

  return {
    forgotPassword: async (locale, email) => {
      const provider = await providerFor(locale)
      if (!provider.ok) return provider
      const sent = await provider.value.requestReset(email)
      return sent.ok ? sent : fail(await refuse(locale, 'forgot-password', sent.error.kind))
    },

    submitNewPassword: async (locale, reset) => {
      const provider = await providerFor(locale)
      if (!provider.ok) return provider
      const done = await provider.value.resetPassword(reset)
      return done.ok ? done : fail(await refuse(locale, 'reset-password', done.error.kind))
    },

    resetLimitedUntil: async () => {
      const until = await record.limit()
      // A clock that was set back must not make four minutes a day.
      return until !== undefined && until > now() && until <= now() + pause ? until : undefined
    },

    changePassword: async (oldPassword, newPassword, { everywhere = false, beforeLeaving } = {}) => {
      const signedIn = await identity.current()
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
        await leaving.leave()
        return ok(undefined)
      }
      const session = await identity.sessionOf(provider)
      const reset = session.ok ? await resetTokens(session.value.accessToken) : session
      const renewed = reset.ok ? await renew(user, false) : reset
      if (!renewed.ok) log.warn('The other sessions were not ended after a password change.')
      return ok(undefined)
    },

    signOutEverywhere: async (beforeLeaving) => {
      const signedIn = await identity.current()
      if (!signedIn.ok) return signedIn
      const ended = await endEverywhere(signedIn.value.provider)
      if (!ended.ok) return ended
      await beforeLeaving?.()
      await leaving.leave()
      return ended
    },
  }
}
