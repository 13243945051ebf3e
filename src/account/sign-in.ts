import { locales, type LocaleCode } from '../config/locales.ts'
import { createDeferred } from '../lib/async/deferred.ts'
import { withTimeLimit } from '../lib/async/time-limit.ts'
import { retry } from '../lib/async/retry.ts'
import { fail, type Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import { isFinished } from '../session/deletion.ts'
import { apiMessage, authFailureOf, type AuthFailure } from '../session/failures.ts'
import type { AuthProvider, ProviderFault } from '../session/providers/provider.ts'
import { providerRetry } from '../session/retry-policies.ts'
import type { Account, AccountDeps } from './account.ts'
import { maxFollowUpTime, type FollowUps } from './follow-ups.ts'
import { logFailures } from './log-failures.ts'
import type { Verification } from './pending-verification.ts'

type Parts = { verification: Verification; followUps: FollowUps }
type Credentials = { locale: LocaleCode; email: string; password: string }
type Refusal = { provider: AuthProvider; fault: ProviderFault; credentials: Credentials }

/** In ms. Longer than a usual sign-in in another window. */
const maxTurn = 8000

/** The event of a sign-in (specification §9). */
const signInEvent = 1

/** Signs in (specification §4): provider, product session, customer check, event 1. */
export const createSignIn = (
  { verification, followUps }: Parts,
  { session, outbox, api, sleep, log }: AccountDeps,
): Account['signIn'] => {
  /** The messages of a refusal. Sends another code to an unconfirmed email address (specification §8). */
  const refuse = async ({ provider, fault, credentials }: Refusal): Promise<AuthFailure> => {
    const failure = authFailureOf('sign-in', fault, locales[credentials.locale].auth.kind)
    if (fault.kind !== 'user-unconfirmed') {
      log.warn('The sign-in was refused.', { fault: fault.name })
      return failure
    }
    if (provider.verifiedBy === 'sign-up') return { ...failure, step: 'sign-up' }
    await verification.begin(credentials)
    const sent = await provider.resendCode(credentials.email)
    if (sent.ok) await verification.sent(credentials.email)
    const reason = sent.ok ? 'errorMessage.authVerify' : 'errorMessage.authSendCodeNot'
    return { ...failure, reason, step: 'verify' }
  }

  const checkCustomer = ({ userID, accessToken, locale }: CurrentUser) => {
    const { country, language } = locales[locale]
    const body = { token: userID, country, language: language.toUpperCase(), accessToken }
    return api.call('checkCustomer', body)
  }

  /** The steps after the session was opened. None of them can make the sign-in fail. */
  const follow = (user: CurrentUser): Promise<void> =>
    logFailures(
      log,
      'A step after the sign-in failed.',
      checkCustomer(user),
      outbox.add('event.logged.v1', { event_id: signInEvent, value: user.locale }, { customer: user.userID }),
      followUps.signedIn(user),
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
    if (!tokens.ok) return fail(await refuse({ provider, fault: tokens.error, credentials }))
    if (await isBeingDeleted(tokens.value.userID)) {
      await provider.signOut()
      return fail({ message: 'errorMessage.authLoginError', reason: 'deleteAccount.begun.signIn' })
    }
    const opened = await session.open(locale, tokens.value)
    if (!opened.ok) {
      await provider.signOut()
      return fail({ message: 'errorMessage.authLoginError', reason: apiMessage(opened.error) })
    }
    return opened
  }

  /**
   * If two tabs sign in at the same time, the second tab waits and then ends the session of the first. It
   * does not wait for a tab that its browser froze.
   */
  const openInTurn = async (...given: Parameters<typeof open>): ReturnType<typeof open> => {
    const late = fail({ message: 'errorMessage.authLoginError', reason: 'error.otherWindow' } as const)
    const begun = createDeferred<true>()
    let isLate = false
    const opened = session.withoutRenewal(async () => {
      if (isLate) return late
      begun.resolve(true)
      return open(...given)
    })
    isLate = (await withTimeLimit(Promise.race([begun.promise, opened]), maxTurn)) === undefined
    if (!isLate) return opened
    opened.catch(() => undefined)
    return late
  }

  return async (locale, email, password) => {
    if (!(await session.canStore()))
      return fail({ message: 'errorMessage.authLoginError', reason: 'error.nothingStored' })
    const provider = await session.providerFor(locale)
    if (!provider.ok) return provider
    const opened = await openInTurn(provider.value, { locale, email, password })
    if (!opened.ok) return opened
    const user = opened.value
    await verification.end()
    await withTimeLimit(follow(user), maxFollowUpTime)
    const still = await session.signedIn(user.userID)
    if (!still.ok) return still
    session.show(user)
    return opened
  }
}
