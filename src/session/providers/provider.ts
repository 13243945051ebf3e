import * as v from 'valibot'
import type { Env } from '../../config/env.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { StorageCredentials } from '../../contract/storage-credentials.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Fetch } from '../../lib/request-json.ts'
import type { Result } from '../../lib/result.ts'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'

/**
 * What can go wrong at an identity provider. Each provider translates its own error names into these; `failures.ts`
 * turns them into messages.
 */
export type FaultKind =
  | 'network'
  /** The provider took the request, and no response came in time. */
  | 'no-response'
  | 'service'
  /** The provider does not know this site: an operator's to mend. */
  | 'not-set-up'
  | 'too-many-requests'
  /** No password is taken for a while, because several were wrong. */
  | 'password-attempts'
  | 'user-exists'
  | 'user-unknown'
  | 'user-unconfirmed'
  | 'user-confirmed'
  | 'user-disabled'
  | 'password-wrong'
  | 'account-locked'
  | 'password-weak'
  | 'password-used'
  | 'reset-required'
  /** One that has expired, or cannot be reset because it was never changed. */
  | 'temporary-password'
  | 'code-wrong'
  | 'code-expired'
  | 'code-not-sent'
  | 'session-ended'
  | 'field-empty'
  | 'field-invalid'
  | 'other'

/** `name` is the provider's own name of the error, for the log; `text` what it says to people in its own words. */
export type ProviderFault = { kind: FaultKind; name: string; text?: string }

export type ProviderResult<T> = Promise<Result<T, ProviderFault>>

/** The tokens of a signed-in coach and what they say about the person. */
export const providerSession = v.object({
  userID: v.string(),
  email: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  accessToken: v.string(),
  refreshToken: v.string(),
  /** What the product API accepts as proof of identity. */
  identityToken: v.string(),
  /** ms since epoch */
  expire: v.number(),
})
export type ProviderSession = v.InferOutput<typeof providerSession>

/** What a provider takes of a sign-up; what the coach said about their work is not its business. */
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

/** `userID` is absent where the provider does not say whose sign-up it resumed. */
export type NewCustomer = { userID?: string; verified: boolean }

/** What a password that was just checked allows: `deleteAccount` results in `kept` where the provider has no call for it. */
export type PasswordProof = {
  /** Of a sign-in of this moment. */
  accessToken: string
  deleteAccount: () => ProviderResult<'deleted' | 'kept'>
}

/** One identity provider for one market. Every method returns a fault instead of throwing. */
export type AuthProvider = {
  /** How an account is verified: by the code of an email, or by completing the sign-up. */
  verifiedBy: 'code' | 'sign-up'
  /** Makes an account, or completes one whose sign-up broke off. */
  signUp: (account: NewAccount) => ProviderResult<NewCustomer>
  /** Succeeds too where the address was confirmed before. */
  confirm: (email: string, code: string) => ProviderResult<void>
  resendCode: (email: string) => ProviderResult<void>
  signIn: (email: string, password: string) => ProviderResult<ProviderSession>
  /** The stored session, its tokens renewed when they have expired or when `fresh` demands it. */
  session: (options?: { fresh?: boolean }) => ProviderResult<ProviderSession>
  /** Gives the account of the stored session another name; returns the session that carries it. */
  rename: (name: PersonName) => ProviderResult<ProviderSession>
  /** Sends a code for a new password, where there is such an account. */
  requestReset: (email: string) => ProviderResult<void>
  resetPassword: (reset: { email: string; code: string; password: string }) => ProviderResult<void>
  /** Changes the password of the stored session's coach. */
  changePassword: (oldPassword: string, newPassword: string) => ProviderResult<void>
  /** Checks the password of an account by a sign-in beside the stored session, which stays as it is. */
  checkPassword: (email: string, password: string) => ProviderResult<PasswordProof>
  /** New temporary credentials; how long they are cached is the caller's business. */
  storageCredentials: () => ProviderResult<StorageCredentials>
  /** Forgets the session on this device at once, and then at the provider, where that can be reached. Never fails. */
  signOut: () => Promise<void>
  /** Ends the sessions of all devices at the provider, as far as it can. */
  signOutEverywhere: () => ProviderResult<void>
}

/** What identity providers need from outside; each takes what it uses. */
export type ProviderDeps = {
  env: Env
  api: ProductApiClient
  fetch: Fetch
  values: KeyValues
  sleep: (ms: number) => Promise<void>
  now: () => number
  /** Runs one after the other what two tabs must not do at the same time. */
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
}
