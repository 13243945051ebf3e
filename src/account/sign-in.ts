import { locales } from '../config/locales.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { retry } from '../lib/async/retry.ts'
import { createTaskQueue } from '../lib/async/task-queue.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { fail, type Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { isFinished } from '../session/account-deletion.ts'
import { getApiMessage, toAuthFailure, type AuthFailure } from '../session/auth-failure.ts'
import type { AuthProvider, ProviderFailure } from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { Account, AccountDeps, HostedSignIn } from './account.ts'
import { maxFollowUpTimeMs, type FollowUps } from './sign-up-follow-ups.ts'
import { logFailures } from './log-failures.ts'
import type { CustomerWatch } from './customer-watch.ts'
import type { ChallengeRecord } from './challenge-record.ts'
import type { Verification } from './pending-verification.ts'
import type { SignInStep, TakeStep } from './sign-in-step.ts'

type SignInParts = {
  verification: Verification
  challengeRecord: ChallengeRecord
  followUps: FollowUps
  customerWatch: CustomerWatch
}
type SignInMethods = Pick<
  Account,
  'signIn' | 'loadChallenges' | 'loadPasskeys' | 'hasUsedPasskey' | 'userPools' | 'loadHostedSignIn'
>

type FailedStep = { provider: AuthProvider; providerFailure: ProviderFailure; step: SignInStep }

/** How long to wait while another tab signs in. Longer than a usual sign-in takes. */
const maxLockWaitMs = 8000

/** The id of the sign-in event (specification §9). */
const signInEventId = 1

/** Failures that a typing error in the email address or the password can cause. */
const typingErrorKinds: ReadonlySet<ProviderFailure['kind']> = new Set(['user-unknown', 'password-wrong'])

/**
 * Signs in (specification §4): at the provider, then at the product API, which opens the product session.
 * Then checks the customer, and records the sign-in as event 1.
 */
export const createSignIn = (
  { verification, challengeRecord, followUps, customerWatch }: SignInParts,
  deps: AccountDeps,
): SignInMethods => {
  const { session, outbox, api, sleep, now, log, userPools } = deps
  /**
   * Converts the failure of a step. Records a challenge, so that the coach can answer it. If the email address is
   * unconfirmed, sends another code (specification §8).
   */
  const handleFailure = async ({ provider, providerFailure, step }: FailedStep): Promise<AuthFailure> => {
    const { name, locale, email = '', password } = step
    const failure = toAuthFailure(name, providerFailure, locales[locale].auth.kind)
    if (providerFailure.challenge) {
      challengeRecord.start({ locale, email, challenge: providerFailure.challenge })
      return failure
    }
    // The challenge cannot be answered any longer.
    if (failure.step === 'sign-in' || failure.step === 'contact') challengeRecord.end()
    if (providerFailure.kind !== 'user-unconfirmed' || password === undefined) {
      if (providerFailure.kind !== 'passkey-cancelled')
        log.warn('The sign-in was refused', { fault: providerFailure.name })
      return failure
    }
    if (provider.verifiedBy === 'sign-up') return { ...failure, step: 'sign-up' }
    await verification.start({ locale, email, password })
    const resendResult = await provider.resendCode(email)
    if (resendResult.ok) await verification.recordSending(email)
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
   * Whether this device has started to delete the account and does not know the outcome. If the account is
   * already deleted, opening a product session would create a new one.
   */
  const isBeingDeleted = async (customerId: string): Promise<boolean> => {
    const deletion = await session.readDeletion()
    return deletion !== undefined && !isFinished(deletion) && deletion.customer === customerId
  }

  /** Ends the previous session of this browser, whichever customer it belongs to, then signs the coach in. */
  const openSession = async (
    provider: AuthProvider,
    step: SignInStep,
  ): Promise<Result<CurrentUser, AuthFailure>> => {
    const { locale, ifSignedIn, requestTokens } = step
    if (ifSignedIn && (await session.isAnyoneSignedIn())) {
      // Another tab has signed in since the challenge or the form, and this step would end that session.
      challengeRecord.end()
      return fail(ifSignedIn)
    }
    await session.endPrevious()
    // If the app closes before the session is open, its next start removes the tokens of the provider.
    const expectNoTokens = await session.expectTokens(locale)
    const tokens = await retry(() => requestTokens(provider), step.retry ?? providerRetry, sleep)
    if (!tokens.ok) {
      await expectNoTokens()
      if (typingErrorKinds.has(tokens.error.kind)) customerWatch.signInMistyped()
      return fail(await handleFailure({ provider, providerFailure: tokens.error, step }))
    }
    challengeRecord.end()
    const refuse = async (reason: AuthFailure['message']): Promise<Result<never, AuthFailure>> => {
      await provider.signOut()
      // A challenge is answered by now, so only another sign-in helps.
      const nextStep = step.name === 'challenge' && ({ step: 'sign-in' } as const)
      return fail({ message: 'errorMessage.authLoginError', reason, ...nextStep })
    }
    if (await isBeingDeleted(tokens.value.userID)) return refuse('deleteAccount.begun.signIn')
    const user = await session.open(locale, tokens.value)
    return user.ok ? user : refuse(getApiMessage(user.error))
  }

  /**
   * Opens the session while no other tab does. If two tabs sign in at the same time, the second waits for the
   * first and then replaces its session. The wait is limited, because the browser may have frozen the other
   * tab.
   */
  const openUnderLock: typeof openSession = async (provider, step) => {
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
      return openSession(provider, step)
    })
    // `openResult` is part of the race because it rejects if the lock fails before it is taken.
    const lockOrFailure = Promise.race([lockTaken.promise, openResult])
    hasGivenUp = (await withTimeLimit(lockOrFailure, maxLockWaitMs)) === undefined
    if (!hasGivenUp) return openResult
    // From here nothing awaits `openResult`. If the lock fails, the rejection must not be unhandled.
    openResult.catch(() => undefined)
    return otherTabFailure
  }

  /**
   * Runs the steps of this tab one after the other. Otherwise, an earlier step whose page the coach has left would
   * hold the lock, and look like another tab.
   */
  const inTurn = createTaskQueue()

  const takeStep: TakeStep = async (step) => {
    if (!(await session.canStore()))
      return fail({ message: 'errorMessage.authLoginError', reason: 'error.nothingStored' })
    const provider = await session.loadProvider(step.locale)
    if (!provider.ok) return provider
    customerWatch.signInStarted(step.email)
    const openResult = await inTurn(() => openUnderLock(provider.value, step))
    if (!openResult.ok) {
      // Shows the coach who is signed in.
      if (openResult.error === step.ifSignedIn) await session.check()
      return openResult
    }
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

  let hostedSignIn: HostedSignIn | undefined

  return {
    signIn: (locale, email, password) => {
      challengeRecord.end()
      const requestTokens: SignInStep['requestTokens'] = (provider) => provider.signIn(email, password)
      return takeStep({ name: 'sign-in', locale, email, password, requestTokens })
    },

    // Most sign-ins need no more than the password, so this code is not part of the first load.
    loadChallenges: async () => {
      const { createChallenges } = await import('./challenges.ts')
      return createChallenges({ record: challengeRecord, session, now, takeStep })
    },

    loadPasskeys: async () => {
      const { createPasskeys } = await import('./passkeys.ts')
      return createPasskeys(deps, (step) => {
        challengeRecord.end()
        return takeStep(step)
      })
    },

    hasUsedPasskey: () => deps.usedPasskey.read() !== undefined,

    userPools,
    loadHostedSignIn: async () => {
      const { createHostedSignIn } = await import('./hosted-sign-in.ts')
      // One for this page, because it holds the response of the hosted page.
      return (hostedSignIn ??= createHostedSignIn({ ...deps, takeStep }))
    },
  }
}
