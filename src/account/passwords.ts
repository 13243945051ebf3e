import * as v from 'valibot'
import { locales, type LocaleCode } from '../config/locales.ts'
import { fail, ok } from '../lib/result.ts'
import { authFailureOf, type AuthFailure, type AuthStep } from '../session/failures.ts'
import type { ProviderFault } from '../session/providers/provider.ts'
import type { Account, AccountDeps } from './account.ts'
import { createEndSessions } from './end-sessions.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'

type Passwords = Pick<
  Account,
  'forgotPassword' | 'submitNewPassword' | 'resetLimitedUntil' | 'changePassword' | 'signOutEverywhere'
>

/** In ms. The screens count this down after too many attempts (specification §4). */
const resetPause = 4 * 60_000

/** The pause after too many attempts to reset a password, in ms since epoch. Survives a reload. */
const createResetPause = ({ values, now }: Pick<AccountDeps, 'values' | 'now'>) => {
  const stored = createStoredValue(values, 'resetLimitedUntil', v.number())
  return {
    /** Starts a pause; resolves to its end. */
    begin: async (): Promise<number> => {
      const end = now() + resetPause
      await stored.write(end)
      return end
    },

    /** The end of the current pause, if there is one. */
    until: async (): Promise<number | undefined> => {
      const end = (await stored.read()) ?? 0
      // If the clock was set back, four minutes must not become a day.
      return end > now() && end <= now() + resetPause ? end : undefined
    },
  }
}

/** Resets and changes passwords, and ends all sessions. */
export const createPasswords = (deps: AccountDeps): Passwords => {
  const { session, log } = deps
  const pause = createResetPause(deps)
  const end = createEndSessions(deps)

  /** The messages of a refused reset. After too many attempts it starts a pause, which survives a reload. */
  const refuse = async (locale: LocaleCode, step: AuthStep, fault: ProviderFault): Promise<AuthFailure> => {
    const failure = authFailureOf(step, fault, locales[locale].auth.kind)
    if (fault.kind !== 'too-many-requests') return failure
    return { ...failure, retryAt: await pause.begin() }
  }

  /** Signs in to end the sign-ins with a forgotten password. Fails if the device cannot store a session. */
  const endBefore: typeof end.ofForgottenPassword = async (...account) => {
    if (!(await session.canStore())) return fail({ message: 'error.nothingStored' })
    return session.withoutRenewal(() => end.ofForgottenPassword(...account))
  }

  /** Ends the session here. If `before` is cut off, the next start ends it. */
  const leave = (customer: string, before?: () => Promise<void>) =>
    session.signOut(customer, { ...(before && { before }) })

  return {
    forgotPassword: async (locale, email) => {
      const provider = await session.providerFor(locale)
      if (!provider.ok) return provider
      const sent = await provider.value.requestReset(email)
      return sent.ok ? sent : fail(await refuse(locale, 'forgot-password', sent.error))
    },

    submitNewPassword: async (locale, reset) => {
      const provider = await session.providerFor(locale)
      if (!provider.ok) return provider
      const done = await provider.value.resetPassword(reset)
      if (!done.ok) return fail(await refuse(locale, 'reset-password', done.error))
      const ended = await endBefore(provider.value, reset.email, reset.password)
      if (!ended.ok)
        log.warn('The sessions before a new password were not ended.', { why: ended.error.message })
      return done
    },

    resetLimitedUntil: pause.until,

    changePassword: async (customer, { oldPassword, newPassword, everywhere = false, beforeLeaving }) => {
      const signedIn = await session.signedIn(customer)
      if (!signedIn.ok) return signedIn
      const changed = await session.asCustomer(customer, 'change-password', (provider) =>
        provider.changePassword(oldPassword, newPassword),
      )
      if (!changed.ok) return changed
      // The password has already changed: later failures must not make the change fail (specification §4).
      const ended = await session.withoutRenewal(() =>
        everywhere
          ? end.everywhere(customer, signedIn.value.provider)
          : end.ofOldPassword(signedIn.value, newPassword),
      )
      if (!ended.ok) log.warn('The sign-out after a password change failed.', { why: ended.error.message })
      if (!everywhere) return ok(undefined)
      await leave(customer, beforeLeaving)
      return ok(undefined)
    },

    signOutEverywhere: async (customer, beforeLeaving) => {
      const signedIn = await session.signedIn(customer)
      if (!signedIn.ok) return signedIn
      const ended = await session.withoutRenewal(() => end.everywhere(customer, signedIn.value.provider))
      if (!ended.ok) return ended
      await leave(customer, beforeLeaving)
      return ended
    },
  }
}
