import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { DeviceStatement } from '../contract/product-api/device-statement.ts'
import type { StorageCredentials } from '../contract/storage-credentials.ts'
import type { Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { CurrentUser } from './current-user.ts'
import type { Deletion, DeletionStage, FinishedDeletion } from './deletion.ts'
import type { AuthFailure, AuthStep } from './failures.ts'
import type { ProviderFor } from './providers/provider-for.ts'
import type { AuthProvider, ProviderResult, ProviderSession } from './providers/provider.ts'
import type { SessionEnd } from './session-record.ts'
import type { Tabs } from './tabs.ts'

/**
 * `ended` says why a session that was there is over, `left` that the coach signed out in this tab: the next screen is then
 * the sign-in screen, not the home page.
 * `deletion` says that an account is being deleted from this device, or that the receipt is still here.
 */
export type SessionState =
  | { status: 'authenticating' }
  | { status: 'anonymous'; ended?: SessionEnd; left?: true; deletion?: DeletionStage }
  | { status: 'authenticated'; user: CurrentUser }

/** `refused` is the token that a service refused: another one is obtained, or the session ends. */
export type TokenRequest = (
  customer: string,
  options?: { refused?: string },
) => Promise<Result<string, AuthFailure>>

/** What a coach's own sign-out does besides. */
export type Leaving = {
  /** What still needs the session, as delivering the last entries. Where it is cut off, the next start ends the session. */
  before?: () => Promise<unknown>
  /** The session is over here; the server may not know yet. */
  onEnded?: () => Promise<unknown>
}

/**
 * Who is signed in on this device, and the tokens that prove it; the same for every locale. What is done in a customer's
 * name names them: a tab that was asleep may not know yet that another one has signed in, and then it fails.
 */
export type Session = {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** The id of the signed-in customer. */
  customer: () => string | undefined
  /** Whether another tab of this browser keeps this one waiting for its turn at the session. */
  heldUp: Tabs['heldUp']
  /** Resolves with work on what is stored of the session, or to undefined when its database has not responded for a while. */
  inTime: KeyValues['inTime']
  /** Reads the stored session and checks it; a lost network is never a sign-out. */
  check: () => Promise<SessionState>
  /**
   * Opens the product session again with the stored identity: what to do after `signed-out` of the product API. Where it
   * is clearly refused the session is over, whoever asked. `since` is when the call was made that the product API did not
   * know, in ms since epoch: where another tab has opened the session after that, nothing is done.
   */
  renew: (customer: string, options?: { since?: number }) => Promise<Result<void, AuthFailure>>
  /**
   * Opens it again where the storage of this device was lost, and with it its id: the server files what comes with a
   * product session under the id that it was opened with.
   */
  renewForDevice: (customer: string) => Promise<void>
  /**
   * Ends the session of a customer: here at once, at the product API and the provider as soon as they can be reached.
   * Where another one has signed in since, theirs stays, and this resolves to false.
   */
  signOut: (customer: string, leaving?: Leaving) => Promise<boolean>
  /** Whose account was deleted elsewhere, until what this device has of them is deleted too. */
  deletedCustomer: () => Promise<string | undefined>
  forgetDeletedCustomer: () => Promise<void>
  /** A deletion that is done on this device, until the person has its receipt. */
  finishedDeletion: () => Promise<FinishedDeletion | undefined>
  /** Forgets it: the person has the receipt, or keeps the account. A session that rested meanwhile goes on. */
  forgetDeletion: () => Promise<void>
  /** The access token, renewed where it has expired: `User ` of the loyalty provider. */
  accessToken: TokenRequest
  /** The identity token, renewed where it has expired: the bearer of the profile services. */
  identityToken: TokenRequest
  /** New credentials of a customer; the upload worker caches them. */
  storageCredentials: (customer: string) => Promise<Result<StorageCredentials, AuthFailure>>
  /** What the server signed about this device and the customer who is signed in; absent for a session of an older version. */
  deviceStatement: (customer: string) => Promise<DeviceStatement | undefined>
}

/** A customer with the provider of their locale. */
export type SignedIn = { user: CurrentUser; provider: AuthProvider }

/** The session as the account changes it: signing in, another name, another password. */
export type SessionControl = Session & {
  /** Resolves with the result of this tab's first check. */
  firstCheck: Promise<SessionState>
  /** Whether this device can store a session; one that does not respond in time cannot. */
  canStore: () => Promise<boolean>
  providerFor: ProviderFor
  /** The deletion of an account that was begun on this device. */
  deletion: () => Promise<Deletion | undefined>
  writeDeletion: (deletion: Deletion) => Promise<void>
  /** The stored session of a customer, if it is theirs. */
  signedIn: (customer: string) => Promise<Result<SignedIn, AuthFailure>>
  /**
   * Has the provider do something for a customer, once more with new tokens where it refuses these. `step` chooses the
   * message of a failure.
   */
  asCustomer: <T>(
    customer: string,
    step: AuthStep,
    work: (provider: AuthProvider) => ProviderResult<T>,
  ) => Promise<Result<T, AuthFailure>>
  /** Does work that replaces the session: meanwhile nobody renews the one that it ends, or replaces it, in no tab. */
  withoutRenewal: <T>(work: () => Promise<T>) => Promise<T>
  /** Ends the stored session and reports an earlier sign-out, so that neither can hit the session that follows. */
  endPrevious: () => Promise<void>
  /** Opens the product session with the tokens of a provider, and stores who is signed in. */
  open: (locale: LocaleCode, tokens: ProviderSession) => Promise<Result<CurrentUser, ApiFailure>>
  /** Shows the signed-in customer, in this tab and the others. */
  show: (user: CurrentUser) => void
  /** Stores and shows the customer's new name and tokens; does nothing for one who has signed out meanwhile. */
  update: (userID: string, tokens: ProviderSession) => Promise<void>
}

/** What a session needs from outside. */
export type SessionDeps = {
  providerFor: ProviderFor
  api: ProductApiClient
  /** The collection that holds the session and the providers' tokens. */
  values: KeyValues
  /** The id of this installation. */
  device: () => Promise<string>
  newId: () => string
  /** Gives this installation another id, as the customer signs in. */
  replaceDevice: (ids: { from: string; to: string; customer: string }) => Promise<void>
  /** The server knows this browser as another device of the customer, whose database is gone here. */
  onBeganAnew: (customer: string) => Promise<void>
  tabs: Tabs
  now: () => number
  sleep: (ms: number) => Promise<void>
  log: Log
  /** Nobody is signed in any more, in this tab or in another: discards what was cached for the customer. */
  onSignedOut: () => Promise<void>
}
