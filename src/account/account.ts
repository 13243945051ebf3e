import type { LocaleCode } from '../config/locales.ts'
import type { ConsentBody } from '../contract/consent.ts'
import type { SurveyAnswers } from '../contract/loyalty/survey-responses.ts'
import type { Result } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { StorageCredentials } from '../session/providers/provider.ts'
import type { SessionState } from '../session/session.ts'

/** What a coach tells about their work at sign-up (specification §3); an empty text means "not told". */
export type RegistrationAnswers = {
  /** Mr, Ms and the like */
  organisation: string
  workFrom: string
  job: string
  partner: string
  numberOfPeople: number
  mktChannel: string
  youngFemale: string
  sportType: string
}

export type SignUpInput = {
  email: string
  password: string
  firstName: string
  lastName: string
  registration: RegistrationAnswers
  /** Whether the coach asked for e-mails about new courses: in the United States the first optional consent. */
  emailConsent: boolean
  /** The second optional consent, asked in the United States only: to hear from the brand's partners too. */
  partnerConsent?: boolean
  /** Asked in the United States only. */
  survey?: SurveyAnswers
  /** Further newsletters that the consent service knows, outside the United States. */
  subscriptions?: NonNullable<ConsentBody['additionalSubscription']>
}

/**
 * A sign-up that went through. `verify`: a code was sent to the e-mail address. `signed-in`: nothing is left to do.
 * `sign-in`: the account is complete, but signing in failed; the coach signs in by hand.
 */
export type SignedUp = { next: 'verify' | 'signed-in' | 'sign-in' }

/** Somebody who has signed up on this device and has not confirmed the e-mail address yet. */
export type PendingVerification = { email: string; locale: LocaleCode }

/** Signing in and out, the same for every locale: the locale table decides which provider answers. */
export type Auth = {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Reads the stored session and checks it; a lost network is never a sign-out. */
  check: () => Promise<SessionState>
  /** Creates the account; one whose sign-up broke off goes on where it stopped. */
  signUp: (locale: LocaleCode, input: SignUpInput) => Promise<Result<SignedUp, AuthFailure>>
  /** Whose code is awaited on this device; survives a reload. */
  pendingVerification: () => Promise<PendingVerification | undefined>
  /**
   * Confirms the e-mail address. `signed-in` where the password is still in memory from the sign-up; `confirmed` where
   * the coach has to sign in with it.
   */
  confirm: (
    locale: LocaleCode,
    email: string,
    code: string,
  ) => Promise<Result<'signed-in' | 'confirmed', AuthFailure>>
  resendCode: (locale: LocaleCode, email: string) => Promise<Result<void, AuthFailure>>
  signIn: (locale: LocaleCode, email: string, password: string) => Promise<Result<CurrentUser, AuthFailure>>
  /** Gives the signed-in coach another name, wherever the account's name is read. */
  rename: (name: { firstName: string; lastName: string }) => Promise<Result<void, AuthFailure>>
  /** Has a code for a new password sent to the e-mail address of an account. */
  forgotPassword: (locale: LocaleCode, email: string) => Promise<Result<void, AuthFailure>>
  /** Sets a new password by that code. The coach then signs in with it. */
  submitNewPassword: (
    locale: LocaleCode,
    reset: { email: string; code: string; password: string },
  ) => Promise<Result<void, AuthFailure>>
  /** ms since epoch until which the provider takes no more tries at a reset; survives a reload. */
  resetLimitedUntil: () => Promise<number | undefined>
  /**
   * Changes the password of the signed-in coach and ends the product sessions of their other devices. `everywhere` signs
   * out on all of them, this one too; where that fails it is only logged. `beforeLeaving` as in `signOutEverywhere`.
   */
  changePassword: (
    oldPassword: string,
    newPassword: string,
    options?: { everywhere?: boolean; beforeLeaving?: () => Promise<void> },
  ) => Promise<Result<void, AuthFailure>>
  /**
   * Ends every session of the coach at the provider and the product API, and the one on this device. `beforeLeaving` is
   * done when that is certain, and this device still knows who they are.
   */
  signOutEverywhere: (beforeLeaving?: () => Promise<void>) => Promise<Result<void, AuthFailure>>
  /**
   * Resolves when the extended profile knows what the coach told at sign-up, or when that fails or takes too long: to be
   * awaited before it is read.
   */
  profileTold: () => Promise<void>
  /** The coach's access token, renewed where it has expired: `User ` of the loyalty provider. */
  accessToken: () => Promise<Result<string, AuthFailure>>
  /** The coach's identity token, renewed where it has expired: the bearer of the profile services. */
  identityToken: () => Promise<Result<string, AuthFailure>>
  /** Opens the product session again with the stored identity: what to do after `signed-out` of the product API. */
  renew: () => Promise<Result<void, AuthFailure>>
  signOut: () => Promise<void>
  /** Credentials of the signed-in coach; `fresh` asks for new ones although the old have not expired. */
  storageCredentials: (options?: { fresh?: boolean }) => Promise<Result<StorageCredentials, AuthFailure>>
}
