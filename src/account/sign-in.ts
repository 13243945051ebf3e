import { locales, type LocaleCode } from '../config/locales.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, type Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { isFinished } from '../session/deletion.ts'
import { apiMessage, toAuthFailure, type AuthFailure } from '../session/failure-messages.ts'
import type { AuthProvider, ProviderFault } from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { Account, AccountDeps } from './account.ts'
import { maxFollowUpTime, type FollowUps } from './follow-ups.ts'
import { logFailures } from './log-failures.ts'
import type { CustomerWatch } from './other-customer.ts'
import type { Verification } from './pending-verification.ts'

type SignInParts = { verification: Verification; followUps: FollowUps; customerWatch: CustomerWatch }
type Credentials = { locale: LocaleCode; email: string; password: string }
type Refusal = { provider: AuthProvider; fault: ProviderFault; credentials: Credentials }

/** In ms: the longest wait for the sign-in of another window. Longer than a usual sign-in. */
const maxTurnWait = 8000

/** The event of a sign-in (specification §9). */
const signInEvent = 1

/** The refusals after which the address or the password may have been mistyped. */
const concernsTyping: ReadonlySet<ProviderFault['kind']> = new Set(['user-unknown', 'password-wrong'])

/** Signs in (specification §4): provider, product session, customer check, event 1. */
export const createSignIn = (
  { verification, followUps, customerWatch }: SignInParts,
  { session, outbox, api, sleep, log }: AccountDeps,
): Account['signIn'] => {
  /** The messages of a refusal. Sends another code to an unconfirmed email address (specification §8). */
  const toFailure = async ({ provider, fault, credentials }: Refusal): Promise<AuthFailure> => {
    const failure = toAuthFailure('sign-in', fault, locales[credentials.locale].auth.kind)
    if (fault.kind !== 'user-unconfirmed') {
      log.warn('The sign-in was refused.', { fault: fault.name })
      return failure
    }
    if (provider.verifiedBy === 'sign-up') return { ...failure, step: 'sign-up' }
    await verification.begin(credentials)
    const sending = await provider.resendCode(credentials.email)
    if (sending.ok) await verification.recordSending(credentials.email)
    const reason = sending.ok ? 'errorMessage.authVerify' : toAuthFailure('resend', sending.error).message
    return { ...failure, reason, step: 'verify' }
  }

  const checkCustomer = ({ userID, accessToken, locale }: CurrentUser) => {
    const { country, language } = locales[locale]
    const body = { token: userID, country, language: language.toUpperCase(), accessToken }
    return api.call('checkCustomer', body)
  }

  /** The steps after the session was opened. None of them can make the sign-in fail. */
  const completeSignIn = (user: CurrentUser): Promise<void> =>
    logFailures(
      log,
      'A step after the sign-in failed.',
      checkCustomer(user),
      outbox.add('event.logged.v1', { event_id: signInEvent, value: user.locale }, { customer: user.userID }),
      followUps.onSignedIn(user),
    )

  /** Whether the account may already be deleted. A product session would then create a new account. */
  const isBeingDeleted = async (customer: string): Promise<boolean> => {
    const deletion = await session.deletion()
    return deletion !== undefined && !isFinished(deletion) && deletion.customer === customer
  }

  /** Replaces the session of this browser, of any customer, by the coach's session. */
  const open = async (
    provider: AuthProvider,
    credentials: Credentials,
  ): Promise<Result<CurrentUser, AuthFailure>> => {
    const { locale, email, password } = credentials
    await session.endPrevious()
    const tokens = await retry(() => provider.signIn(email, password), providerRetry, sleep)
    if (!tokens.ok) {
      if (concernsTyping.has(tokens.error.kind)) customerWatch.signInMistyped()
      return fail(await toFailure({ provider, fault: tokens.error, credentials }))
    }
    if (await isBeingDeleted(tokens.value.userID)) {
      await provider.signOut()
      return fail({ message: 'errorMessage.authLoginError', reason: 'deleteAccount.begun.signIn' })
    }
    const user = await session.open(locale, tokens.value)
    if (!user.ok) {
      await provider.signOut()
      return fail({ message: 'errorMessage.authLoginError', reason: apiMessage(user.error) })
    }
    return user
  }

  /**
   * If two tabs sign in at the same time, the second tab waits and then ends the session of the first. It
   * does not wait for a tab that its browser froze.
   */
  const openInTurn = async (...args: Parameters<typeof open>): ReturnType<typeof open> => {
    const otherWindow = fail({ message: 'errorMessage.authLoginError', reason: 'error.otherWindow' } as const)
    const turn = createDeferred<true>()
    let isLate = false
    const opening = session.withRenewalLock(async () => {
      if (isLate) return otherWindow
      turn.resolve(true)
      return open(...args)
    })
    isLate = (await withTimeLimit(Promise.race([turn.promise, opening]), maxTurnWait)) === undefined
    if (!isLate) return opening
    // Nobody awaits the turn from here on: a failure of its lock must not become an unhandled rejection.
    opening.catch(() => undefined)
    return otherWindow
  }

  return async (locale, email, password) => {
    if (!(await session.canStore()))
      return fail({ message: 'errorMessage.authLoginError', reason: 'error.nothingStored' })
    const provider = await session.providerFor(locale)
    if (!provider.ok) return provider
    customerWatch.signInStarted(email)
    const signIn = await openInTurn(provider.value, { locale, email, password })
    if (!signIn.ok) return signIn
    const user = signIn.value
    customerWatch.signedIn(user.userID)
    await verification.end()
    await withTimeLimit(completeSignIn(user), maxFollowUpTime)
    // The coach may have signed out meanwhile, in another tab.
    const signedIn = await session.findUser(user.userID)
    if (!signedIn.ok) return signedIn
    session.show(user)
    return signIn
  }
}
