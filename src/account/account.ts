import type { Env } from '../config/env.ts'
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
import type { createLocalText } from '../platform/storage/local-text.ts'
import type { ChallengeAnswer, Factor, RememberedDevice } from '../session/challenge.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { FinishedDeletion } from '../session/account-deletion.ts'
import type { AuthFailure } from '../session/auth-failure.ts'
import type { PasskeyList, PersonName } from '../session/providers/provider.ts'
import type { SessionEnd } from '../session/session-record.ts'
import type { SessionControl } from '../session/session.ts'
import type { PendingChallenge, TabText } from './challenge-record.ts'
import type { SignUpDetails } from './pending-sign-ups.ts'

/** The length of a verification code (specification §5). */
export const codeLength = 6

/** The form data of a sign-up. */
export type SignUpInput = Omit<SignUpDetails, 'locale'> & {
  password: string
  /** Consent to messages from the brand's partners: the second optional consent, only in the US. */
  partnerConsent?: boolean
  /** In the United States only. */
  survey?: SurveyAnswers
}

/**
 * The result of a successful sign-up. `verify`: a code was sent to the email address. `signed-in`: the coach
 * is signed in. `sign-in`: the account is complete, but signing in failed. The coach has to sign in manually.
 */
export type SignUpResult = { next: 'verify' | 'signed-in' | 'sign-in' }

/** What follows when an email address is confirmed. */
export type ConfirmResult = 'signed-in' | 'challenge' | 'confirmed'

/** A coach who has signed up on this device and has not confirmed the email address yet. */
export type PendingVerification = {
  email: string
  locale: LocaleCode
  /** When the last code was sent, in ms since the epoch. Absent if no code is known to have been sent. */
  sentAt?: number | undefined
}

/** A password change by a coach who knows the old password. */
export type PasswordChange = {
  oldPassword: string
  newPassword: string
  /** Whether to end the session on this device too. */
  signOutHereToo?: boolean
  /** Runs once the sessions have ended, while this device still knows the coach. */
  beforeLeaving?: () => Promise<void>
}

/** What a provider asks for after the password of a sign-in in this tab. */
export type Challenges = {
  /**
   * Undefined if there is no challenge, if it is too old for a reloaded page, or if somebody has signed out in
   * this browser since.
   */
  pending: () => PendingChallenge | undefined
  /**
   * Forgets a challenge that cannot be answered any longer. Resolves to the email address for another sign-in if
   * it is too old, and to undefined if there was none or somebody has signed out in this browser since.
   */
  endExpired: () => Promise<{ email: string } | undefined>
  /** Forgets the challenge if somebody has signed in, or has signed out in this browser since. */
  endIfObsolete: () => Promise<void>
  /** Answers the pending challenge. Fails with the step `challenge` if the provider asks for still more. */
  answer: (answer: ChallengeAnswer) => Promise<Result<CurrentUser, AuthFailure>>
  /** Forgets the challenge, so that nobody can answer it on this device. */
  cancel: () => Promise<void>
}

/**
 * How the return from a hosted page ended. Undefined if the coach has not returned from it. `returnTo` is the
 * page that the coach wanted to open.
 */
export type HostedResult = Promise<Result<{ returnTo: string | undefined } | undefined, AuthFailure>>

/** The sign-in on a page under the identity provider's own domain, such as the one of an organisation. */
export type HostedSignIn = {
  /**
   * Opens the page in this tab. Resolves only if that fails, or if the coach comes back with the browser's Back
   * button, which is a success.
   */
  start: (locale: LocaleCode, returnTo: string | undefined) => Promise<Result<void, AuthFailure>>
  /**
   * Signs in with the response of the page. Returns the same result until the next `start`, `retry` or `forget`,
   * or until the locale or the customer changes.
   */
  complete: (locale: LocaleCode) => HostedResult
  /** Whether `complete` can be repeated after `retry`, because the response may not have been received. */
  canRetry: () => boolean
  retry: () => void
  /** Call it when the coach leaves the screen. Otherwise, the next visit would show the same result again. */
  forget: () => void
  /**
   * Ends the session of the page after a sign-out, if a coach has signed in there. This tab visits the page and
   * returns to the sign-in screen, with the same search params as before and `endReason` as the param `ended`. Gives
   * up after 3 s, if somebody signs in meanwhile, or if a form is being filled in (`isFormOpen`), which leaving would
   * empty. The next visit to the sign-in screen then tries again.
   */
  endPageSession: (locale: LocaleCode, isFormOpen: () => boolean, endReason?: SessionEnd) => Promise<void>
}

/** The second factor of a signed-in coach: codes of an authenticator app. */
export type SecondFactor = {
  /** Resolves to the factors that a sign-in asks for after the password. */
  read: (customerId: string) => Promise<Result<Factor[], AuthFailure>>
  /** The key that a coach has created in this tab and not confirmed by a code yet. Survives a reload. */
  pendingKey: (customerId: string) => string | undefined
  /** Checks the password, then creates the key of an authenticator app, in base32. */
  createKey: (customerId: string, password: string) => Promise<Result<string, AuthFailure>>
  /** Checks the first code of the app. From then on, every sign-in asks for one. */
  turnOn: (customerId: string, code: string) => Promise<Result<void, AuthFailure>>
  /** Checks the password, then removes every second factor of the account. */
  turnOff: (customerId: string, password: string) => Promise<Result<void, AuthFailure>>
  /** Lists the browsers that are not asked for a code. */
  listDevices: (customerId: string) => Promise<Result<RememberedDevice[], AuthFailure>>
  /** Asks for a code in these browsers again. Stops at the first failure. */
  forgetDevices: (customerId: string, ids: readonly string[]) => Promise<Result<void, AuthFailure>>
}

/** Passkeys: keys on the coach's devices that replace the password. */
export type Passkeys = {
  /** Loads the code of a sign-in, so that the prompt appears soon after the press. */
  prepare: (locale: LocaleCode) => Promise<void>
  /**
   * Signs in after the browser's prompt, which the coach may cancel. `signal` closes the prompt, for example when
   * the coach leaves the page. Then the sign-in fails.
   */
  signIn: (
    locale: LocaleCode,
    email: string,
    signal?: AbortSignal,
  ) => Promise<Result<'signed-in' | 'cancelled', AuthFailure>>
  read: (customerId: string) => Promise<Result<PasskeyList, AuthFailure>>
  /**
   * Checks the password, then creates a passkey after the browser's prompt, which the coach may cancel. `signal`
   * is the same as for `signIn`.
   */
  add: (
    customerId: string,
    password: string,
    signal?: AbortSignal,
  ) => Promise<Result<'added' | 'cancelled', AuthFailure>>
  /** Removes a passkey. If the next `read` finds none, the sign-in form no longer offers a passkey first. */
  remove: (customerId: string, id: string) => Promise<Result<void, AuthFailure>>
}

/** Sign-up, sign-in, names and passwords. The same for every locale: the locale table names the provider. */
export type Account = {
  /** Creates an account, or completes an account whose sign-up was interrupted. */
  signUp: (locale: LocaleCode, input: SignUpInput) => Promise<Result<SignUpResult, AuthFailure>>
  /** Reads the email address that is not confirmed yet on this device. Survives a reload. */
  pendingVerification: () => Promise<PendingVerification | undefined>
  /**
   * Confirms the email address. Resolves to `signed-in` if the password of the sign-up is still in memory, to
   * `challenge` if the provider then asks for more than the password, or to `confirmed` if the coach has to
   * sign in with it.
   */
  confirm: (locale: LocaleCode, email: string, code: string) => Promise<Result<ConfirmResult, AuthFailure>>
  resendCode: (locale: LocaleCode, email: string) => Promise<Result<void, AuthFailure>>
  /** Fails with the step `challenge` if the provider asks for more than the password. */
  signIn: (locale: LocaleCode, email: string, password: string) => Promise<Result<CurrentUser, AuthFailure>>
  loadChallenges: () => Promise<Challenges>
  loadPasskeys: () => Promise<Passkeys>
  /** Whether any coach has used a passkey in this browser before. */
  hasUsedPasskey: () => boolean
  /** The user pools, some of which have a sign-in page of their own (`hasHostedSignIn`). */
  userPools: Env['pools']
  loadHostedSignIn: () => Promise<HostedSignIn>
  /**
   * Calls `listener` when this tab shows a customer whom the coach does not expect: another customer than
   * before, or one with another email address than the coach typed into its sign-in form. Returns the
   * function that unsubscribes.
   */
  onOtherCustomer: (listener: () => void) => () => void
  /** Changes the name of a signed-in coach at the provider and in every tab. */
  rename: (customerId: string, name: PersonName) => Promise<Result<void, AuthFailure>>
  /** Sends a code for a new password to the email address of an account. */
  forgotPassword: (locale: LocaleCode, email: string) => Promise<Result<void, AuthFailure>>
  /**
   * Sets a new password with the code of `forgotPassword` and ends all sessions. The coach then signs in with
   * the new one.
   */
  submitNewPassword: (
    locale: LocaleCode,
    reset: { email: string; code: string; password: string },
  ) => Promise<Result<void, AuthFailure>>
  /** Reads until when the provider accepts no reset, in ms since the epoch. Survives a reload. */
  readResetPauseEnd: () => Promise<number | undefined>
  /**
   * Changes the password of a signed-in coach and ends the sessions of their other devices. This device signs
   * in again, or is signed out too. If ending the sessions fails, that is only logged.
   */
  changePassword: (customerId: string, change: PasswordChange) => Promise<Result<void, AuthFailure>>
  /**
   * Ends every session of a signed-in coach at the provider and the product API, and the session on this
   * device. `beforeLeaving` runs once those sessions have ended, while this device still knows the coach.
   */
  signOutEverywhere: (
    customerId: string,
    beforeLeaving?: () => Promise<void>,
  ) => Promise<Result<void, AuthFailure>>
  loadSecondFactor: () => Promise<SecondFactor>
  /** Checks the password of a signed-in coach. Changes nothing. */
  checkPassword: (customerId: string, password: string) => Promise<Result<void, AuthFailure>>
  /**
   * Deletes the account of a signed-in coach at the product API, with all data about them, and at the
   * provider if it supports that. Ends the session on this device. `filesLeft` are the names of files that
   * could not be deleted. `beforeLeaving` runs after the deletion, while this device still knows the coach.
   */
  deleteAccount: (
    customerId: string,
    password: string,
    options?: { filesLeft?: readonly string[] | undefined; beforeLeaving?: () => Promise<void> },
  ) => Promise<Result<FinishedDeletion, AuthFailure>>
  /**
   * Finishes the deletion that was started on this device, whether or not the product API has already erased
   * its data. It opens no session, because a session would create a new account.
   */
  finishDeletion: (
    email: string,
    password: string,
    beforeLeaving: (customerId: string) => Promise<void>,
  ) => Promise<Result<FinishedDeletion, AuthFailure>>
  /**
   * Cancels the deletion that was started on this device. If the product API has already erased its data, the
   * deletion counts as completed, but the account remains at the provider.
   */
  cancelDeletion: (beforeLeaving: (customerId: string) => Promise<void>) => Promise<void>
  /** Whether details of another coach's sign-up on this device have not reached all services yet. */
  hasSignUpOfOther: (user: Pick<CurrentUser, 'email'>) => Promise<boolean>
  /**
   * Adds the details of the sign-up to the extended profile. Resolves also if that fails or takes too long. Await
   * it before you read the profile.
   */
  completeProfile: (user: CurrentUser) => Promise<void>
}

export type AccountDeps = {
  session: SessionControl
  /** Stores events of a customer who may not be signed in. They wait until this customer signs in. */
  outbox: {
    add: <N extends EventName>(
      name: N,
      payload: PayloadOf<N>,
      options: { customer: string },
    ) => Promise<Result<unknown, { code: string }>>
  }
  api: ProductApiClient
  consent: ServiceClient<typeof consentService.calls>
  /** The service of the extended profile, with its key for each locale. */
  extendedProfile: {
    client: ServiceClient<typeof extendedProfileService.calls>
    keys: Readonly<Record<LocaleCode, string>>
  }
  /** The collection of the session. It also holds the incomplete sign-ups of this device. */
  values: KeyValues
  /** Runs work under a lock, so that only one tab does such work at a time. */
  withTabLock: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Texts that survive a reload of this tab, and that no other tab sees: the challenge of a sign-in, and the key
   * of a new authenticator app.
   */
  tabTexts: { challenge: TabText; authenticatorKey: TabText }
  /** A random id of the last sign-out in this browser, the same in every tab. */
  lastSignOut: Pick<TabText, 'read'>
  /** Set if a passkey was used in this browser. Names no coach, so a sign-out leaves it. */
  usedPasskey: ReturnType<typeof createLocalText>
  /** The query with which a hosted sign-in page has led to this page, or ''. It contains a code. */
  hostedResponse: string
  userPools: Env['pools']
  /** Returns the time in ms since the epoch. */
  now: () => number
  sleep: (ms: number) => Promise<void>
  log: Log
}
