import type { Env } from '../../config/env.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Fetch } from './call-aws.ts'
import type { Result } from '../../lib/result.ts'
import type { SurveyAnswers } from '../../contract/loyalty/survey-responses.ts'

/**
 * What can go wrong at an identity provider, in words that every provider shares. Each provider translates its own error
 * names into these; `failures.ts` turns them into messages.
 */
export type FaultKind =
  | 'network'
  | 'service'
  | 'too-many-requests'
  | 'user-exists'
  | 'user-unknown'
  | 'user-unconfirmed'
  | 'password-wrong'
  | 'account-locked'
  | 'password-weak'
  | 'code-wrong'
  | 'code-expired'
  | 'session-ended'
  | 'field-empty'
  | 'other'

/** `name` is the provider's own name of the error, for the log. */
export type ProviderFault = { kind: FaultKind; name: string }

export type Answer<T> = Promise<Result<T, ProviderFault>>

/** The tokens of a signed-in coach and what they say about the person. */
export type ProviderSession = {
  userID: string
  email: string
  firstName: string
  lastName: string
  accessToken: string
  refreshToken: string
  /** What the product API accepts as proof of identity. */
  identityToken: string
  /** ms since epoch */
  expire: number
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

/** `userID` is absent where the provider does not tell whose account it was that goes on. */
export type NewCustomer = { userID?: string; verified: boolean }

/** One identity provider for one market. Every method answers with a fault instead of throwing. */
export type AuthProvider = {
  /** How an account that is not verified goes on: by the code of an e-mail, or by signing up again. */
  verifiedBy: 'code' | 'sign-up'
  /** Makes an account, or goes on with one whose sign-up broke off. */
  signUp: (account: NewAccount) => Answer<NewCustomer>
  /** Succeeds too where the address was confirmed before. */
  confirm: (email: string, code: string) => Answer<void>
  resendCode: (email: string) => Answer<void>
  signIn: (email: string, password: string) => Answer<ProviderSession>
  /** The stored session, its tokens renewed when they have expired or when `fresh` asks for it. */
  session: (options?: { fresh?: boolean }) => Answer<ProviderSession>
  /** Gives the account of the stored session another name; answers with the session that carries it. */
  rename: (name: PersonName) => Answer<ProviderSession>
  /** Sends a code for a new password, where there is such an account. */
  requestReset: (email: string) => Answer<void>
  resetPassword: (reset: { email: string; code: string; password: string }) => Answer<void>
  /** Changes the password of the stored session's coach. */
  changePassword: (oldPassword: string, newPassword: string) => Answer<void>
  /** New temporary credentials; how long they are kept is the caller's business. */
  storageCredentials: () => Answer<StorageCredentials>
  /** Forgets the session on this device, and where it can be reached at the provider too. Never fails. */
  signOut: () => Promise<void>
  /** Ends the sessions of all devices at the provider, as far as it can. */
  signOutEverywhere: () => Answer<void>
}

/** What identity providers need of the world; each takes what it uses. */
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
