import type { InferOutput } from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import type { ErrorCode, errors } from '../contract/errors.ts'
import type { Result } from '../lib/result.ts'
import type { currentUser } from './session-record.ts'

/** The words that signing in and up can answer with: message ids of the specification's error catalogue (§8). */
export type AuthMessage =
  | 'errorMessage.authEmail'
  | 'errorMessage.authSignUp'
  | 'errorMessage.passwordIsWrong'
  | 'errorMessage.passwordTooWeak'
  | 'errorMessage.authEmailNotConfirmed'
  | 'errorMessage.authVerify'
  | 'errorMessage.authSendCodeNot'
  | 'errorMessage.authSignUpUserNotFound'
  | 'errorMessage.authLoginError'
  | 'errorMessage.authCodeInsert'
  | 'errorMessage.authCodeVerifyError'
  | 'errorMessage.codeExpired'
  | 'errorMessage.sessionExpired'
  | 'error.signInNotInCountryYet'
  | (typeof errors)[ErrorCode]['message']

/**
 * A failure in words: what went wrong and, where it helps, why. `step` is set where the way goes on elsewhere: `verify`
 * asks for the code of the e-mail.
 */
export type AuthFailure = { message: AuthMessage; reason?: AuthMessage; step?: 'verify' }

/** Who is signed in on this device, as it is stored. */
export type CurrentUser = InferOutput<typeof currentUser>

/** `ended` tells why a session that was there is over: the way then leads to the sign-in screen, not to the home page. */
export type AuthState =
  | { status: 'authenticating' }
  | { status: 'anonymous'; ended?: AuthMessage }
  | { status: 'authenticated'; user: CurrentUser }

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
  /** Whether the coach asked for e-mails about new courses. */
  emailConsent: boolean
}

/** Temporary credentials for the object store. */
export type StorageCredentials = {
  identityId: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  /** ms since epoch */
  expiration: number
}

/** Somebody who has signed up on this device and has not confirmed the e-mail address yet. */
export type PendingVerification = { email: string; locale: LocaleCode }

/** Signing in and out, the same for every locale: the locale table decides which provider answers. */
export type Auth = {
  state: () => AuthState
  subscribe: (listener: () => void) => () => void
  /** Reads the stored session and checks it; a lost network is never a sign-out. */
  check: () => Promise<AuthState>
  /** Creates the account and has a code sent to its e-mail address. */
  signUp: (locale: LocaleCode, input: SignUpInput) => Promise<Result<{ userID: string }, AuthFailure>>
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
  /** Opens the product session again with the stored identity: what to do after `signed-out` of the product API. */
  renew: () => Promise<Result<void, AuthFailure>>
  signOut: () => Promise<void>
  /** Credentials of the signed-in coach; `fresh` asks for new ones although the old have not expired. */
  storageCredentials: (options?: { fresh?: boolean }) => Promise<Result<StorageCredentials, AuthFailure>>
}
