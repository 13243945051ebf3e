import { locales, type LocaleCode } from '../config/locales.ts'
import { errors } from '../contract/errors.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { Auth } from './account.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { SessionStateStore } from '../session/session-state.ts'
import type { AuthDeps } from './deps.ts'
import { eventIds } from './event-ids.ts'
import { canPass, failureOf } from '../session/failures.ts'
import type { Leaving } from '../session/leave-session.ts'
import type { MemorisedPassword } from './pending-verification.ts'
import type { ProductSession } from '../session/product-session.ts'
import type { AuthProvider, ProviderFault } from '../session/providers/provider.ts'
import { retry } from '../session/retry.ts'
import type { SessionRecord } from '../session/session-record.ts'
import { settle } from './log-failures.ts'
import type { SignUpSettlement } from './follow-ups.ts'

type Parts = {
  record: SessionRecord
  state: SessionStateStore
  product: ProductSession
  leaving: Leaving
  password: MemorisedPassword
  settlement: SignUpSettlement
}

type Credentials = { locale: LocaleCode; email: string; password: string }

/** Signs in (specification §4): provider, product session, customer check, event 1. */
export const createSignIn = (
  { record, state, product, leaving, password, settlement }: Parts,
  deps: AuthDeps,
): Auth['signIn'] => {
  const { providerFor, sleep, log, tabs, events, onSignedIn } = deps

  /** Puts a refusal into words; who has not confirmed the e-mail yet gets another code (specification §8). */
  const refuse = async (
    provider: AuthProvider,
    fault: ProviderFault,
    credentials: Credentials,
  ): Promise<AuthFailure> => {
    const { email, locale } = credentials
    const failure = failureOf('sign-in', fault.kind, locales[locale].auth.kind)
    if (fault.kind !== 'user-unconfirmed') {
      log.warn('The sign-in was refused.', { fault: fault.name })
      return failure
    }
    if (provider.verifiedBy === 'sign-up') return { ...failure, step: 'sign-up' }
    password.keep(credentials)
    await record.writePending({ email, locale })
    const sent = await provider.resendCode(email)
    const reason = sent.ok ? 'errorMessage.authVerify' : 'errorMessage.authSendCodeNot'
    return { ...failure, reason, step: 'verify' }
  }

  /** What follows once the session is open: none of it can make the sign-in fail. */
  const begin = (user: CurrentUser): Promise<void> =>
    settle(
      log,
      'A step after the sign-in failed.',
      product.checkCustomer(user),
      events.logged({ event_id: eventIds.signIn, value: user.locale }, user.userID),
      settlement.created(user, user.userID).then(() => settlement.signedIn(user)),
      onSignedIn(user),
    )

  return async (locale, email, secret): Promise<Result<CurrentUser, AuthFailure>> => {
    const provider = await providerFor(locale)
    if (!provider.ok) return provider
    await leaving.finish()
    if (await record.read()) await leaving.leave()

    const session = await retry(() => provider.value.signIn(email, secret), {
      canPass: ({ kind }) => canPass(kind),
      sleep,
    })
    if (!session.ok) {
      return fail(await refuse(provider.value, session.error, { locale, email, password: secret }))
    }

    const opened = await product.open(locale, session.value)
    if (!opened.ok) {
      await provider.value.signOut()
      return fail({ message: 'errorMessage.authLoginError', reason: errors[opened.error.code].message })
    }
    const user = opened.value
    password.forget()
    await record.write(user)
    await record.removePending()
    await begin(user)
    state.set({ status: 'authenticated', user })
    tabs.announce()
    return ok(user)
  }
}
