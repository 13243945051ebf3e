import { locales, type LocaleCode } from '../config/locales.ts'
import { retry } from '../lib/async/retry.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { fail, ok } from '../lib/result.ts'
import { toAuthFailure } from '../session/auth-failure.ts'
import type { ProviderFailureKind } from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import { codeLength, type Account, type AccountDeps, type SignUpInput } from './account.ts'
import { maxFollowUpTimeMs, type FollowUps } from './sign-up-follow-ups.ts'
import { logFailures } from './log-failures.ts'
import type { SignUpDetails } from './pending-sign-ups.ts'
import type { Verification } from './pending-verification.ts'

type SignUpParts = { verification: Verification; followUps: FollowUps; signIn: Account['signIn'] }

/**
 * Failures after which the account may exist: the response was lost or came too late, or the provider created
 * the account but could not send the code.
 */
const mayHaveCreatedAccount: ReadonlySet<ProviderFailureKind> = new Set<ProviderFailureKind>([
  'network',
  'no-response',
  'service',
  'code-not-sent',
  'daily-email-limit',
])

const toDetails = (locale: LocaleCode, input: SignUpInput): SignUpDetails => {
  const { email, firstName, lastName, registration, emailConsent, subscriptions } = input
  return {
    email,
    locale,
    firstName,
    lastName,
    registration,
    emailConsent,
    ...(subscriptions && { subscriptions: [...subscriptions] }),
  }
}

/** Signs coaches up and confirms their email addresses (specification §4). */
export const createSignUp = (
  { verification, followUps, signIn }: SignUpParts,
  { session, sleep, log }: AccountDeps,
): Pick<Account, 'signUp' | 'confirm' | 'resendCode' | 'pendingVerification'> => ({
  signUp: async (locale, input) => {
    if (!(await session.canStore()))
      return fail({ message: 'errorMessage.authSignUp', reason: 'error.nothingStored' })
    const provider = await session.loadProvider(locale)
    if (!provider.ok) return provider
    const { email, password } = input
    const rollBack = await followUps.start(toDetails(locale, input))
    const creation = await provider.value.signUp(input)
    if (!creation.ok) {
      log.warn('The sign-up was refused', { fault: creation.error.name })
      // If the account may exist, the details stay stored, and the first sign-in sends them (`followUps`).
      if (!mayHaveCreatedAccount.has(creation.error.kind)) await rollBack()
      return fail(toAuthFailure('sign-up', creation.error, locales[locale].auth.kind))
    }
    const { userID, verified } = creation.value
    const followUpWork = logFailures(
      log,
      'A sign-up was not completed',
      followUps.onCreated({ email, locale }, userID),
    )
    await withTimeLimit(followUpWork, maxFollowUpTimeMs)
    if (verified) {
      const signedIn = await signIn(locale, email, password)
      return ok({ next: signedIn.ok ? 'signed-in' : 'sign-in' })
    }
    await verification.start({ locale, email, password })
    await verification.recordSending(email)
    return ok({ next: 'verify' })
  },

  confirm: async (locale, email, code) => {
    if (code.length !== codeLength) return fail({ message: 'errorMessage.authCodeInsert' })
    const provider = await session.loadProvider(locale)
    if (!provider.ok) return provider
    const confirmation = await retry(() => provider.value.confirm(email, code), providerRetry, sleep)
    if (!confirmation.ok) return fail(toAuthFailure('verification', confirmation.error))
    const password = verification.findPassword(locale, email)
    if (password === undefined) return ok('confirmed')
    const signedIn = await signIn(locale, email, password)
    if (signedIn.ok) return ok('signed-in')
    // The email address is confirmed even if this sign-in fails. The coach then signs in manually.
    return ok(signedIn.error.step === 'challenge' ? 'challenge' : 'confirmed')
  },

  resendCode: async (locale, email) => {
    const provider = await session.loadProvider(locale)
    if (!provider.ok) return provider
    const resendResult = await provider.value.resendCode(email)
    if (!resendResult.ok) return fail(toAuthFailure('resend', resendResult.error))
    await verification.recordSending(email)
    return resendResult
  },

  pendingVerification: verification.pending,
})
