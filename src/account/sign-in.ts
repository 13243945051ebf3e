import { locales, type LocaleCode } from '../config/locales.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { retry } from '../lib/async/retry.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { fail, type Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { isFinished } from '../session/deletion.ts'
import { getApiMessage, toAuthFailure, type AuthFailure } from '../session/failure-messages.ts'
import type { AuthProvider, ProviderFault } from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { Account, AccountDeps } from './account.ts'
import { maxFollowUpTimeMs, type FollowUps } from './follow-ups.ts'
import { logFailures } from './log-failures.ts'
import type { CustomerWatch } from './other-customer.ts'
import type { Verification } from './pending-verification.ts'

type SignInParts = { verification: Verification; followUps: FollowUps; customerWatch: CustomerWatch }
type Credentials = { locale: LocaleCode; email: string; password: string }
type Refusal = { provider: AuthProvider; fault: ProviderFault; credentials: Credentials }

/** How long to wait while another tab signs in. Longer than a usual sign-in takes. */
const maxLockWaitMs = 8000

/** The id of the sign-in event (specification §9). */
const signInEventId = 1

/** The faults that a typing error in the email address or the password can cause. */
const typingErrorFaults: ReadonlySet<ProviderFault['kind']> = new Set(['user-unknown', 'password-wrong'])

/**
 * Signs in (specification §4): at the provider, then at the product API, which opens the product session.
 * Then checks the customer, and records the sign-in as event 1.
 */
export const createSignIn = (
  { verification, followUps, customerWatch }: SignInParts,
  { session, outbox, api, sleep, log }: AccountDeps,
): Account['signIn'] => {
  /**
   * Returns the messages for a refused sign-in. If the email address is unconfirmed, also sends another code
   * (specification §8).
   */
  const toFailure = async ({ provider, fault, credentials }: Refusal): Promise<AuthFailure> => {
    const failure = toAuthFailure('sign-in', fault, locales[credentials.locale].auth.kind)
    if (fault.kind !== 'user-unconfirmed') {
      log.warn('The sign-in was refused', { fault: fault.name })
      return failure
    }
    if (provider.verifiedBy === 'sign-up') return { ...failure, step: 'sign-up' }
    await verification.begin(credentials)
    const resendResult = await provider.resendCode(credentials.email)
    if (resendResult.ok) await verification.recordSending(credentials.email)
    const reason = resendResult.ok
      ? 'errorMessage.authVerify'
      : toAuthFailure('resend', resendResult.error).message
    return { ...failure, reason, step: 'verify' }
  }

  const checkCustomer = ({ userID, accessToken, locale }: CurrentUser) => {
    const { country, language } = locales[locale]
    const body = { token: userID, country, language: language.toUpperCase(), accessToken }
    return api.call('checkCustomer', body)
  }

  /** Runs the steps that follow once the session is open. None of them can make the sign-in fail. */
  const completeSignIn = (user: CurrentUser): Promise<void> =>
    logFailures(
      log,
      'A step after the sign-in failed',
      checkCustomer(user),
      outbox.add(
        'event.logged.v1',
        { event_id: signInEventId, value: user.locale },
        { customer: user.userID },
      ),
      followUps.onSignedIn(user),
    )

  /**
   * Whether this device has begun to delete the account and does not know the outcome. If the account is
   * already deleted, opening a product session would create a new one.
   */
  const isBeingDeleted = async (customerId: string): Promise<boolean> => {
    const deletion = await session.deletion()
    return deletion !== undefined && !isFinished(deletion) && deletion.customer === customerId
  }

  /** Ends the previous session of this browser, whichever customer it belongs to, then signs the coach in. */
  const openSession = async (
    provider: AuthProvider,
    credentials: Credentials,
  ): Promise<Result<CurrentUser, AuthFailure>> => {
    const { locale, email, password } = credentials
    await session.endPrevious()
    // If the app closes before the session is open, its next start removes the tokens of the provider.
    const expectNoTokens = await session.expectTokens(locale)
    const tokens = await retry(() => provider.signIn(email, password), providerRetry, sleep)
    if (!tokens.ok) {
      await expectNoTokens()
      if (typingErrorFaults.has(tokens.error.kind)) customerWatch.signInMistyped()
      return fail(await toFailure({ provider, fault: tokens.error, credentials }))
    }
    if (await isBeingDeleted(tokens.value.userID)) {
      await provider.signOut()
      return fail({ message: 'errorMessage.authLoginError', reason: 'deleteAccount.begun.signIn' })
    }
    const user = await session.open(locale, tokens.value)
    if (!user.ok) {
      await provider.signOut()
      return fail({ message: 'errorMessage.authLoginError', reason: getApiMessage(user.error) })
    }
    return user
  }

  /**
   * Opens the session while no other tab does. If two tabs sign in at the same time, the second waits for the
   * first and then replaces its session. The wait is limited, because the browser may have frozen the other
   * tab.
   */
  const openUnderLock: typeof openSession = async (provider, credentials) => {
    const otherTabFailure = fail({
      message: 'errorMessage.authLoginError',
      reason: 'error.otherWindow',
    } as const)
    const lockTaken = createDeferred<true>()
    let hasGivenUp = false
    const openResult = session.withRenewalLock(async () => {
      // The lock came too late: the coach has already seen the failure, so this tab must not sign in.
      if (hasGivenUp) return otherTabFailure
      lockTaken.resolve(true)
      return openSession(provider, credentials)
    })
    // `openResult` is part of the race because it rejects if the lock fails before it is taken.
    const lockOrFailure = Promise.race([lockTaken.promise, openResult])
    hasGivenUp = (await withTimeLimit(lockOrFailure, maxLockWaitMs)) === undefined
    if (!hasGivenUp) return openResult
    // From here nothing awaits `openResult`. If the lock fails, the rejection must not be unhandled.
    openResult.catch(() => undefined)
    return otherTabFailure
  }

  return async (locale, email, password) => {
    if (!(await session.canStore()))
      return fail({ message: 'errorMessage.authLoginError', reason: 'error.nothingStored' })
    const provider = await session.providerFor(locale)
    if (!provider.ok) return provider
    customerWatch.signInStarted(email)
    const openResult = await openUnderLock(provider.value, { locale, email, password })
    if (!openResult.ok) return openResult
    const user = openResult.value
    customerWatch.signedIn(user.userID)
    await verification.end()
    await withTimeLimit(completeSignIn(user), maxFollowUpTimeMs)
    // The coach may have signed out in another tab during these steps.
    const currentUser = await session.findUser(user.userID)
    if (!currentUser.ok) return currentUser
    session.show(user)
    return openResult
  }
}
