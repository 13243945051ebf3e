import * as v from 'valibot'
import { locales, type LocaleCode } from '../config/locales.ts'
import { fail, ok } from '../lib/result.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'
import type { AuthAction } from '../session/provider-error-messages.ts'
import { toAuthFailure, type AuthFailure } from '../session/auth-failure.ts'
import type { ProviderFailure } from '../session/providers/provider.ts'
import type { Account, AccountDeps } from './account.ts'
import { explainWrongPassword } from './explain-wrong-password.ts'
import type { ChallengeRecord } from './challenge-record.ts'
import { createEndSessions } from './end-sessions.ts'

type Passwords = Pick<
  Account,
  'forgotPassword' | 'submitNewPassword' | 'readResetPauseEnd' | 'changePassword' | 'signOutEverywhere'
>

/** The pause after too many attempts to reset a password (specification §4). The screens count it down. */
const resetPauseMs = 4 * 60_000

/** Stores the pause after too many attempts to reset a password. It survives a reload. */
const createResetPause = ({ values, now }: Pick<AccountDeps, 'values' | 'now'>) => {
  const storedEnd = createStoredValue(values, 'resetLimitedUntil', v.number())
  return {
    /** Starts a pause. Resolves to its end, in ms since the epoch. */
    start: async (): Promise<number> => {
      const end = now() + resetPauseMs
      await storedEnd.write(end)
      return end
    },

    /** Resolves to the end of the current pause, if there is one. */
    readEnd: async (): Promise<number | undefined> => {
      const end = (await storedEnd.read()) ?? 0
      // If the clock was set back, the end may be far in the future. The pause then counts as over.
      return end > now() && end <= now() + resetPauseMs ? end : undefined
    },
  }
}

/** Resets and changes passwords, and ends all sessions. */
export const createPasswords = (challengeRecord: ChallengeRecord, deps: AccountDeps): Passwords => {
  const { session, log } = deps
  const resetPause = createResetPause(deps)
  const { endAll, endAfterChange, endAfterReset } = createEndSessions(deps)

  /** Converts the failure of a reset. Starts a pause after too many attempts. */
  const toResetFailure = async (
    locale: LocaleCode,
    action: AuthAction,
    providerFailure: ProviderFailure,
  ): Promise<AuthFailure> => {
    const failure = toAuthFailure(action, providerFailure, locales[locale].auth.kind)
    if (providerFailure.kind !== 'too-many-requests') return failure
    return { ...failure, retryAt: await resetPause.start() }
  }

  /**
   * Ends the sessions that were opened with the forgotten password. That requires a new sign-in, so it fails
   * if the device cannot store a session.
   */
  const endSessionsAfterReset: typeof endAfterReset = async (provider, credentials) => {
    if (!(await session.canStore())) return fail({ message: 'error.nothingStored' })
    return session.withRenewalLock(() => endAfterReset(provider, credentials))
  }

  /** Ends the session on this device. If the app closes during `beforeLeaving`, its next start ends it. */
  const signOut = (customerId: string, beforeLeaving?: () => Promise<void>) =>
    session.signOut(customerId, { ...(beforeLeaving && { beforeEnd: beforeLeaving }) })

  return {
    forgotPassword: async (locale, email) => {
      const provider = await session.loadProvider(locale)
      if (!provider.ok) return provider
      const request = await provider.value.requestReset(email)
      return request.ok ? request : fail(await toResetFailure(locale, 'forgot-password', request.error))
    },

    submitNewPassword: async (locale, reset) => {
      // The sign-in that ends the other sessions replaces a sign-in that waits for an answer.
      challengeRecord.end()
      const provider = await session.loadProvider(locale)
      if (!provider.ok) return provider
      const change = await provider.value.resetPassword(reset)
      if (!change.ok) return fail(await toResetFailure(locale, 'reset-password', change.error))
      const { email, password } = reset
      const ending = await endSessionsAfterReset(provider.value, { locale, email, password })
      if (!ending.ok)
        log.warn('The sessions before a new password were not ended', { why: ending.error.message })
      return change
    },

    readResetPauseEnd: resetPause.readEnd,

    changePassword: async (
      customerId,
      { oldPassword, newPassword, signOutHereToo = false, beforeLeaving },
    ) => {
      const signedIn = await session.findUser(customerId)
      if (!signedIn.ok) return signedIn
      const change = await session.asCustomer(customerId, 'change-password', (provider) =>
        provider.changePassword(oldPassword, newPassword),
      )
      if (!change.ok) return fail(explainWrongPassword(change.error, signedIn.value.provider))
      // The password has already changed, so later failures must not make the change fail (specification §4).
      const ending = await session.withRenewalLock(() =>
        signOutHereToo
          ? endAll(customerId, signedIn.value.provider)
          : endAfterChange(signedIn.value, newPassword),
      )
      if (!ending.ok) {
        log.warn('The sign-out after a password change failed', { why: ending.error.message })
        // The provider has ended this session too, and a new sign-in needs an answer of the coach, such as the
        // code of a second factor. The renewal is refused, which ends the session, so that the coach signs in now.
        if (ending.error.step === 'challenge') await session.renew(customerId)
      }
      if (signOutHereToo) await signOut(customerId, beforeLeaving)
      return ok(undefined)
    },

    signOutEverywhere: async (customerId, beforeLeaving) => {
      const signedIn = await session.findUser(customerId)
      if (!signedIn.ok) return signedIn
      const ending = await session.withRenewalLock(() => endAll(customerId, signedIn.value.provider))
      if (!ending.ok) return ending
      await signOut(customerId, beforeLeaving)
      return ending
    },
  }
}
