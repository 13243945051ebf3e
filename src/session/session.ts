import type { LocaleCode } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { DeviceStatement } from '../contract/product-api/device-statement.ts'
import type { Role } from '../contract/roles.ts'
import type { StorageCredentials } from '../contract/storage-credentials.ts'
import type { Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { CurrentUser } from './current-user.ts'
import type { Deletion, DeletionStage, FinishedDeletion } from './account-deletion.ts'
import type { AuthAction } from './provider-error-messages.ts'
import type { AuthFailure } from './auth-failure.ts'
import type { LoadProvider } from './providers/load-provider.ts'
import type { AuthProvider, ProviderResult, ProviderSession } from './providers/provider.ts'
import type { SessionEnd } from './session-record.ts'
import type { Tabs } from './tabs.ts'

/** Who is signed in in this tab. */
export type SessionState =
  /** The first check has not finished. */
  | { status: 'authenticating' }
  | {
      status: 'anonymous'
      /** Why an earlier session is over, unless the coach ended it. */
      endReason?: SessionEnd
      /** The customer of the earlier session, if it is over because their account was deleted. */
      deletedCustomer?: string
      /** The coach signed out in this tab: the next screen is the sign-in screen, not the home page. */
      hasSignedOut?: true
      /** Set while an account is being deleted from this device, or while its receipt is still here. */
      deletion?: DeletionStage
    }
  | { status: 'authenticated'; user: CurrentUser }

/**
 * Requests a token of a customer. If a service refused a token, pass it as `refusedToken`: it is renewed, or
 * the session ends.
 */
export type TokenRequest = (
  customerId: string,
  options?: { refusedToken?: string },
) => Promise<Result<string, AuthFailure>>

/** Options of a sign-out by the coach. */
export type SignOutOptions = {
  /**
   * Runs before the session ends, for example to deliver the last entries. If it is interrupted, the next
   * start ends the session.
   */
  beforeEnd?: () => Promise<unknown>
  /** Called when the session is over on this device. The server may not know yet. */
  onEnded?: () => Promise<unknown>
}

/**
 * The customer who is signed in on this device, and the tokens that prove it; the same for every locale. A
 * customer is the account of a coach. Methods with a parameter `customerId` fail if another customer is
 * signed in, because a frozen tab may not know of the sign-in in another tab.
 */
export type Session = {
  state: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Returns the id of the signed-in customer. */
  customer: () => string | undefined
  /**
   * Whether work of this tab waits for a lock that another tab of this browser holds. The locks allow only
   * one tab at a time to renew or replace the session.
   */
  isBlocked: Tabs['isBlocked']
  /**
   * Resolves to the result of a read of the stored session, or undefined if its database does not respond.
   */
  withTimeLimit: KeyValues['withTimeLimit']
  /** Reads the stored session and checks it. A lost connection never ends a session. */
  check: () => Promise<SessionState>
  /**
   * Reopens the product session with the stored identity, after the product API refused a call as
   * `signed-out`. If the renewal is clearly refused, the session is over for all callers. `since` is the time
   * of the refused call, in ms since the epoch: if another tab has opened a session since, this does nothing.
   */
  renew: (customerId: string, options?: { since?: number }) => Promise<Result<void, AuthFailure>>
  /**
   * Reopens the product session if the device id has changed, because the browser lost its storage. The
   * server stores everything that it receives in a session under the id that the session was opened with.
   */
  renewForDevice: (customerId: string) => Promise<void>
  /** Stores and shows the role that the server has named, unless the customer has signed out since. */
  storeRole: (customerId: string, role: Role) => Promise<void>
  /**
   * Ends the session of a customer: on this device immediately, at the product API and the provider as soon
   * as they can be reached. If another customer has signed in since, keeps that session and resolves to
   * false.
   */
  signOut: (customerId: string, options?: SignOutOptions) => Promise<boolean>
  /**
   * The customer ids of accounts that were deleted elsewhere, until this device has deleted their data too.
   */
  readDeletedCustomers: () => Promise<string[]>
  addDeletedCustomers: (customerIds: readonly string[]) => Promise<void>
  forgetDeletedCustomer: (customerId: string) => Promise<void>
  /** A deletion that this device has completed, until the coach has its receipt. */
  readFinishedDeletion: () => Promise<FinishedDeletion | undefined>
  /**
   * Forgets a deletion, when the coach has its receipt or keeps the account. Resumes a suspended session.
   */
  forgetDeletion: () => Promise<void>
  /** Resolves to the access token, renewed if it has expired. The loyalty provider expects `User <token>`. */
  requestAccessToken: TokenRequest
  /** Resolves to the identity token, renewed if it has expired. The profile services expect a bearer token. */
  requestIdentityToken: TokenRequest
  /** Requests new storage credentials of a customer. The upload worker caches them. */
  requestStorageCredentials: (customerId: string) => Promise<Result<StorageCredentials, AuthFailure>>
  /**
   * The server's signed statement that the coach signed in on this device. Rescue files contain it as proof
   * that their entries come from this device. Undefined in a session of an older version.
   */
  readDeviceStatement: (customerId: string) => Promise<DeviceStatement | undefined>
}

/** A customer with the provider of their locale. */
export type UserWithProvider = { user: CurrentUser; provider: AuthProvider }

/** The session with the methods that the account uses to change it: sign-in, a new name, a new password. */
export type SessionControl = Session & {
  /** Resolves with the result of this tab's first check. */
  firstCheck: Promise<SessionState>
  /** Whether this device can store a session. False if its database does not respond in time. */
  canStore: () => Promise<boolean>
  loadProvider: LoadProvider
  /** The deletion of an account that was started on this device. */
  readDeletion: () => Promise<Deletion | undefined>
  writeDeletion: (deletion: Deletion) => Promise<void>
  /** Reads the stored session and loads its provider. Fails if there is none, or it is another customer's. */
  findUser: (customerId: string) => Promise<Result<UserWithProvider, AuthFailure>>
  /**
   * Runs `work` with the provider for a customer, and once more with new tokens if the provider refuses the
   * current ones. `action` selects the message of a failure.
   */
  asCustomer: <T>(
    customerId: string,
    action: AuthAction,
    work: (provider: AuthProvider) => ProviderResult<T>,
  ) => Promise<Result<T, AuthFailure>>
  /** Whether a customer is signed in on this device, in any tab. */
  isAnyoneSignedIn: () => Promise<boolean>
  /** Runs work that replaces the session. Until it ends, no tab renews or replaces the session. */
  withRenewalLock: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Runs `erase`, which deletes everything that is stored on this device. A sign-out that the server does not
   * know of stays recorded, because its session would continue there.
   */
  eraseStorage: (erase: () => Promise<void>) => Promise<void>
  /**
   * Whether the session was opened under a new device id, because the database did not return the stored one.
   */
  hasOtherDevice: () => Promise<boolean>
  /** Reports an earlier sign-out to the server, or waits for the report that is in progress. */
  reportSignOut: () => Promise<void>
  /** Ends the stored session and reports an earlier sign-out, so that neither can end the next session. */
  endPrevious: () => Promise<void>
  /**
   * Records that a provider is about to store the tokens of a sign-in. If the app is closed before `open`,
   * its next start signs out at the provider, so that nobody else can use the tokens. Resolves to the
   * function that undoes this. Call it when the provider has refused the sign-in or has no tokens any longer.
   */
  expectTokens: (locale: LocaleCode) => Promise<() => Promise<void>>
  /**
   * Opens the product session with the tokens of a provider and stores who is signed in. With `reopen` it
   * replaces the coach's own session, and fails if the coach has signed out since.
   */
  open: (
    locale: LocaleCode,
    tokens: ProviderSession,
    options?: { reopen?: boolean },
  ) => Promise<Result<CurrentUser, ApiFailure>>
  /** Shows the coach as signed in, in this tab and the others. */
  show: (user: CurrentUser) => void
  /** Stores and shows the coach's new name and tokens. Does nothing after a sign-out. */
  update: (userID: string, session: ProviderSession) => Promise<void>
}

/** The dependencies of a session. */
export type SessionDeps = {
  loadProvider: LoadProvider
  api: ProductApiClient
  /** The collection that holds the session and the providers' tokens. */
  values: KeyValues
  /** The id of this installation. */
  device: () => Promise<string>
  newId: () => string
  /** Stores the id that the server has assigned to this installation at the sign-in of `customer`. */
  replaceDevice: (ids: { from: string; to: string; customer: string }) => Promise<void>
  /**
   * Called if the server recognises this browser as an earlier device, so it has lost that device's database.
   */
  onDatabaseLoss: (customerId: string) => Promise<void>
  tabs: Tabs
  now: () => number
  sleep: (ms: number) => Promise<void>
  log: Log
  /** Called when the session ends, in this tab or another. Erases the cached results of services. */
  eraseAtSignOut: () => Promise<void>
}
