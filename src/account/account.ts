import type { LocaleCode } from '../config/locales.ts'
import type { consentService } from '../contract/consent.ts'
import type { extendedProfileService } from '../contract/extended-profile.ts'
import type { SurveyAnswers } from '../contract/loyalty/survey-responses.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import type { Result } from '../lib/result.ts'
import type { EventName, PayloadOf } from '../outbox/events/events.ts'
import type { Log } from '../platform/log.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { FinishedDeletion } from '../session/deletion.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { PersonName } from '../session/providers/provider.ts'
import type { SessionControl } from '../session/session.ts'
import type { SignUpDetails } from './pending-sign-ups.ts'

/** Characters of a verification code (specification §5). */
export const codeLength = 6

/** What a coach enters at sign-up. */
export type SignUpInput = Omit<SignUpDetails, 'locale'> & {
  password: string
  /** To hear from the brand's partners too: the second optional consent, in the United States only. */
  partnerConsent?: boolean
  /** In the United States only. */
  survey?: SurveyAnswers
}

/**
 * A sign-up that went through. `verify`: a code was sent to the email address. `signed-in`: nothing is left to do.
 * `sign-in`: the account is complete, but signing in failed; the coach signs in by hand.
 */
export type SignedUp = { next: 'verify' | 'signed-in' | 'sign-in' }

/** A coach who has signed up on this device and has not confirmed the email address yet. */
export type PendingVerification = {
  email: string
  locale: LocaleCode
  /** ms since epoch: when the last code was sent; absent where none is known to have been. */
  sentAt?: number | undefined
}

/** A new password of a coach who knows the old one. */
export type PasswordChange = {
  oldPassword: string
  newPassword: string
  everywhere?: boolean
  beforeLeaving?: () => Promise<void>
}

/** Signing up and in, names and passwords, the same for every locale: the locale table decides which provider is called. */
export type Account = {
  /** Creates the account; one whose sign-up broke off is completed. */
  signUp: (locale: LocaleCode, input: SignUpInput) => Promise<Result<SignedUp, AuthFailure>>
  /** Whose code this device waits for; survives a reload. */
  pendingVerification: () => Promise<PendingVerification | undefined>
  /**
   * Confirms the email address. `signed-in` where the password is still in memory from the sign-up; `confirmed` where
   * the coach has to sign in with it.
   */
  confirm: (
    locale: LocaleCode,
    email: string,
    code: string,
  ) => Promise<Result<'signed-in' | 'confirmed', AuthFailure>>
  resendCode: (locale: LocaleCode, email: string) => Promise<Result<void, AuthFailure>>
  signIn: (locale: LocaleCode, email: string, password: string) => Promise<Result<CurrentUser, AuthFailure>>
  /** Gives a signed-in coach another name, wherever the account's name is read. */
  rename: (customer: string, name: PersonName) => Promise<Result<void, AuthFailure>>
  /** Has a code for a new password sent to the email address of an account. */
  forgotPassword: (locale: LocaleCode, email: string) => Promise<Result<void, AuthFailure>>
  /** Sets a new password by that code and ends what was signed in with the one before. The coach then signs in with it. */
  submitNewPassword: (
    locale: LocaleCode,
    reset: { email: string; code: string; password: string },
  ) => Promise<Result<void, AuthFailure>>
  /** ms since epoch until which the provider takes no more tries at a reset; survives a reload. */
  resetLimitedUntil: () => Promise<number | undefined>
  /**
   * Changes the password of a signed-in coach and ends the sessions of their other devices; this one signs in anew.
   * `everywhere` signs out on all of them, this one too; a failure is only logged. `beforeLeaving` as in
   * `signOutEverywhere`.
   */
  changePassword: (customer: string, change: PasswordChange) => Promise<Result<void, AuthFailure>>
  /**
   * Ends every session of a signed-in coach at the provider and the product API, and the one on this device. `beforeLeaving`
   * runs as soon as that is certain, while this device still knows the coach.
   */
  signOutEverywhere: (
    customer: string,
    beforeLeaving?: () => Promise<void>,
  ) => Promise<Result<void, AuthFailure>>
  /** Whether a password is that of a signed-in coach; nothing changes by it. */
  checkPassword: (customer: string, password: string) => Promise<Result<void, AuthFailure>>
  /**
   * Deletes the account of a signed-in coach at the product API, with everything stored about them, and at the provider
   * where that is possible; the session on this device ends. `beforeLeaving` as in `signOutEverywhere`.
   */
  deleteAccount: (
    customer: string,
    password: string,
    options?: { filesLeft?: readonly string[] | undefined; beforeLeaving?: () => Promise<void> },
  ) => Promise<Result<FinishedDeletion, AuthFailure>>
  /**
   * Finishes the deletion that was begun on this device, whether or not the product API has erased already. It opens no
   * session: that would make a new account.
   */
  finishDeletion: (
    email: string,
    password: string,
    beforeLeaving: (customer: string) => Promise<void>,
  ) => Promise<Result<FinishedDeletion, AuthFailure>>
  /** Keeps the account; or, where the product API has erased it, goes without its sign-in being deleted. */
  giveUpDeletion: (beforeLeaving: (customer: string) => Promise<void>) => Promise<void>
  /** Whether somebody else has signed up on this device, and not everything of it has reached its service. */
  hasSignUpOfOther: (user: Pick<CurrentUser, 'email'>) => Promise<boolean>
  /**
   * Resolves when the extended profile has the details of the sign-up, or when that fails or takes too long: to be
   * awaited before the profile is read.
   */
  profileComplete: (user: CurrentUser) => Promise<void>
}

/** What the account needs below and around it. */
export type AccountDeps = {
  session: SessionControl
  /** Takes events of a customer who is not signed in yet: they wait until they are. */
  outbox: {
    add: <N extends EventName>(
      name: N,
      payload: PayloadOf<N>,
      options: { customer: string },
    ) => Promise<Result<unknown, { code: string }>>
  }
  api: ProductApiClient
  consent: ServiceClient<typeof consentService.calls>
  /** The extended profile, with the key of each locale. */
  extendedProfile: {
    client: ServiceClient<typeof extendedProfileService.calls>
    keys: Readonly<Record<LocaleCode, string>>
  }
  /** The session's collection: it also holds what sign-ups on this device have left to do. */
  values: KeyValues
  /** Runs work that no other tab may do at the same time. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  now: () => number
  sleep: (ms: number) => Promise<void>
  log: Log
}
