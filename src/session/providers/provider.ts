import * as v from 'valibot'
import type { Env } from '../../config/env.ts'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { StorageCredentials } from '../../contract/storage-credentials.ts'
import type { Fetch } from '../../lib/http/request-json.ts'
import type { Result } from '../../lib/result.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Challenge, ChallengeAnswer, Factor, RememberedDevice } from '../challenge.ts'

/**
 * What can fail at an identity provider. Each provider translates its own error names into these kinds, and
 * `provider-error-messages.ts` has the messages that the coach reads.
 */
export type ProviderFailureKind =
  /** The connection failed. */
  | 'network'
  /** The provider received the request but did not respond in time. */
  | 'no-response'
  /** The provider itself failed, or its response cannot be read. */
  | 'service'
  /** The provider does not know this site. An operator has to fix it. */
  | 'not-set-up'
  | 'too-many-requests'
  /** The provider sends no more emails today, to anybody. */
  | 'daily-email-limit'
  /** The provider accepts no password for a while after several wrong ones. */
  | 'password-attempts'
  | 'user-exists'
  | 'user-unknown'
  /** The email address of the account is not confirmed. */
  | 'user-unconfirmed'
  /** The email address is already confirmed, so the account needs no further code. */
  | 'user-confirmed'
  | 'user-disabled'
  | 'password-wrong'
  /** The account accepts no sign-in until its password is reset. */
  | 'account-locked'
  /** The provider takes the request for an attack. An immediate repetition would be blocked too. */
  | 'security-blocked'
  | 'password-weak'
  /** The account had this password before. */
  | 'password-used'
  /** The provider no longer accepts the old password. It must be reset. */
  | 'reset-required'
  /** The temporary password has expired, or it cannot be reset because it was never changed. */
  | 'temporary-password'
  /** The password is right, and the provider asks for more before it signs the coach in (`challenge`). */
  | 'challenge'
  /** The challenge has expired or was already answered, so the coach must sign in again. */
  | 'challenge-over'
  /** The provider asks for something that this app cannot answer. */
  | 'challenge-unknown'
  /** The coach has closed the browser's prompt for a passkey, or the browser has found none. */
  | 'passkey-cancelled'
  /** The account cannot sign in with a passkey: it has none, or needs a second factor. */
  | 'passkey-missing'
  | 'passkey-refused'
  /** The device already has a passkey of the account. */
  | 'passkey-exists'
  /** The browser or the device does not support passkeys, or not of the kind or for the site that the provider needs. */
  | 'passkey-unsupported'
  | 'code-wrong'
  | 'code-expired'
  /** The code of the authenticator app has already been used once. */
  | 'code-used'
  /** After several wrong codes, none is accepted for a while. */
  | 'codes-paused'
  /** The code of the authenticator app must be entered first, on the admin pages. */
  | 'code-needed'
  | 'code-not-sent'
  /** The stored tokens are missing or no longer accepted, so the coach must sign in again. */
  | 'session-ended'
  | 'field-empty'
  | 'field-invalid'
  | 'other'

export type ProviderFailure = {
  kind: ProviderFailureKind
  /** The provider's name of the error, for the log. */
  name: string
  /** The provider's sentence for people. */
  text?: string
  /** Set for the kind `challenge`. */
  challenge?: Challenge
}

export type ProviderResult<T> = Promise<Result<T, ProviderFailure>>

/** The tokens of a signed-in coach, with the personal data that they carry. */
export const providerSessionSchema = v.object({
  userID: v.string(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  accessToken: v.string(),
  /** Empty if there is none. The session then ends when its access token expires (specification §4). */
  refreshToken: v.optional(v.string(), ''),
  /** The token that the product API accepts as proof of identity. */
  identityToken: v.string(),
  /** In ms since the epoch. */
  expire: v.number(),
})
export type ProviderSession = v.InferOutput<typeof providerSessionSchema>

/** The part of a sign-up that a provider receives. It excludes the coach's answers about their work. */
export type NewAccount = {
  email: string
  password: string
  firstName: string
  lastName: string
  emailConsent?: boolean
  partnerConsent?: boolean
  survey?: SurveyAnswers
}

export type PersonName = Pick<ProviderSession, 'firstName' | 'lastName'>

/**
 * `userID` is absent if the provider does not name the account whose sign-up it resumed. `verified` is false
 * if the coach has to enter the code of an email first.
 */
export type NewCustomer = { userID?: string; verified: boolean }

/** Proof of a checked password. `deleteAccount` resolves to `kept` if the provider has no call for it. */
export type PasswordProof = {
  /** From a new sign-in, made for this check. */
  accessToken: string
  deleteAccount: () => ProviderResult<'deleted' | 'kept'>
}

/**
 * The second factor of the stored session's account: codes of an authenticator app. An operator of a user pool
 * may have set up another factor. At the loyalty provider, only admins can have one, which the product API
 * stores.
 */
export type SecondFactorMethods = {
  /** Resolves to the factors that a sign-in to the account asks for. */
  read: () => ProviderResult<Factor[]>
  /**
   * Creates the key of an authenticator app, in base32. The account is not asked for its codes yet.
   * `freshToken` is the access token of the sign-in that has just checked the password, unless the provider
   * asked for more than that.
   */
  createKey: (freshToken?: string) => ProviderResult<string>
  /** Checks the first code of the app. From then on, every sign-in asks for one. */
  turnOn: (code: string) => ProviderResult<void>
  turnOff: (freshToken?: string) => ProviderResult<void>
  /** Lists the browsers that are not asked for the second factor. */
  listDevices: () => ProviderResult<RememberedDevice[]>
  /** Asks for the second factor in a browser again. */
  forgetDevice: (id: string) => ProviderResult<void>
}

/** A passkey of an account. */
export type Passkey = {
  id: string
  /** The provider's name for it, for example that of a password manager. May be empty. */
  name: string
  /** In ms since the epoch, if the provider says so. */
  createdAt: number | undefined
}

export type PasskeyList = {
  /** Oldest first. */
  passkeys: Passkey[]
  /** Whether the account needs a second factor, so that only its password can start a sign-in. */
  hasSecondFactor: boolean
}

/** Sign-ins with passkeys, and the passkeys of the stored session's account. */
export type PasskeyMethods = {
  /** Signs in with a passkey of the account that the browser has, after its prompt. `signal` closes the prompt. */
  signIn: (email: string, signal?: AbortSignal) => ProviderResult<ProviderSession>
  read: () => ProviderResult<PasskeyList>
  /** Creates a passkey after the browser's prompt. `signal` closes the prompt. */
  add: (signal?: AbortSignal) => ProviderResult<'added' | 'cancelled'>
  /** Also succeeds if the passkey was removed before. */
  remove: (id: string) => ProviderResult<void>
}

/** The address that a hosted sign-in leads to, and what this tab stores until the page leads back. */
export type HostedAttempt = {
  /** The address of the page. */
  url: string
  /** A random text that the page sends back, as proof that this tab has started the sign-in. */
  state: string
  /** The secret that proves to the provider who has started the sign-in (PKCE). */
  verifier: string
}

/** The sign-in on a page under the provider's own domain: OAuth's code with PKCE. */
export type HostedSignInMethods = {
  /** `callback` is the address of this app to which the page leads back. */
  createAttempt: (callback: string) => HostedAttempt
  /** Exchanges the code of the page for tokens. Fails with the kind `challenge-over` if it is not accepted. */
  exchange: (returned: {
    code: string
    verifier: string
    callback: string
  }) => ProviderResult<ProviderSession>
  /** Returns the address that ends the session of the page and then leads back to `logout`. */
  getLogoutUrl: (logout: string) => string
}

/** The identity provider of one market. Every method returns a failure instead of throwing. */
export type AuthProvider = {
  /** How an account is verified: by a code sent by email, or by completing the sign-up. */
  verifiedBy: 'code' | 'sign-up'
  /** Creates an account, or completes one whose sign-up was interrupted. */
  signUp: (account: NewAccount) => ProviderResult<NewCustomer>
  /** Confirms the email address with the code. Also succeeds if it was confirmed before. */
  confirm: (email: string, code: string) => ProviderResult<void>
  resendCode: (email: string) => ProviderResult<void>
  /** Fails with the kind `challenge` if the provider asks for more than the password. */
  signIn: (email: string, password: string) => ProviderResult<ProviderSession>
  /**
   * Answers the challenge of the last sign-in of this tab, also after a reload. Fails with the kind
   * `challenge` if the provider asks for still more.
   */
  answerChallenge: (answer: ChallengeAnswer) => ProviderResult<ProviderSession>
  /** Removes what a reloaded page would need to answer the challenge. */
  forgetChallenge: () => void
  /** Reads the stored session. Renews its tokens if they have expired or if `fresh` is set. */
  session: (options?: { fresh?: boolean }) => ProviderResult<ProviderSession>
  /** Renames the account of the stored session. Returns the session with the new name. */
  rename: (name: PersonName) => ProviderResult<ProviderSession>
  /** Sends a code for a new password if the account exists. */
  requestReset: (email: string) => ProviderResult<void>
  resetPassword: (reset: { email: string; code: string; password: string }) => ProviderResult<void>
  /** Changes the password of the stored session's coach. */
  changePassword: (oldPassword: string, newPassword: string) => ProviderResult<void>
  /** Checks the password of an account by a separate sign-in, without changing the stored session. */
  checkPassword: (email: string, password: string) => ProviderResult<PasswordProof>
  // The next three parts are loaded when they are needed. If that fails, the result has the kind `network`.
  loadSecondFactor: () => ProviderResult<SecondFactorMethods>
  /** Undefined if the provider has no passkeys. */
  loadPasskeys?: () => ProviderResult<PasskeyMethods>
  /** Undefined if the provider has no page of its own. */
  loadHosted?: () => ProviderResult<HostedSignInMethods>
  /** Requests new temporary credentials. The caller decides how long to cache them. */
  requestStorageCredentials: () => ProviderResult<StorageCredentials>
  /** Removes the session from this device, then ends it at the provider if it can be reached. Never fails. */
  signOut: () => Promise<void>
  /** Ends the sessions of all devices at the provider, as far as the provider supports it. */
  signOutEverywhere: () => ProviderResult<void>
}

/** The dependencies of identity providers. Each provider takes the ones it uses. */
export type ProviderDeps = {
  env: Env
  api: ProductApiClient
  fetch: Fetch
  values: KeyValues
  sleep: (ms: number) => Promise<void>
  now: () => number
  /** Resolves to the time by the clock of our server, in ms since the epoch. The device's may be wrong. */
  serverTime: () => Promise<number>
  /** Runs `work` while no other tab runs work under this lock. */
  withTabLock: <T>(work: () => Promise<T>) => Promise<T>
}
