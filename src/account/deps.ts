import type { LocaleCode } from '../config/locales.ts'
import type { consentService } from '../contract/consent.ts'
import type { extendedProfileService } from '../contract/extended-profile.ts'
import type { BodyOf } from '../contract/product-api.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import type { Result } from '../lib/result.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { Log } from '../platform/log.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { ProviderFor } from '../session/providers/provider-for.ts'
import type { Registration } from './sign-up-payloads.ts'
import type { Tabs } from '../session/tabs.ts'

type Kept = Promise<Result<unknown, { code: string }>>

/**
 * What signing in and up leaves for the outbox to deliver. Resolves when it is kept on the device; an event of a customer
 * who is not signed in waits until they are.
 */
export type AuthEvents = {
  logged: (event: Omit<BodyOf<'events'>, 'customer_id'>, customer: string) => Kept
  registered: (registration: Registration, customer: string) => Kept
  fieldsSaved: (fields: Omit<BodyOf<'newFields'>, 'customer_id'>, customer: string) => Kept
}

/** What signing in needs of the world around it. */
export type AuthDeps = {
  providerFor: ProviderFor
  api: ProductApiClient
  consent: ServiceClient<typeof consentService.calls>
  /** The extended profile, with the key of each locale. */
  extendedProfile: {
    client: ServiceClient<typeof extendedProfileService.calls>
    keys: Readonly<Record<LocaleCode, string>>
  }
  /** The collection that holds the session and the providers' tokens. */
  values: KeyValues
  /** The id of this installation. */
  device: () => Promise<string>
  events: AuthEvents
  tabs: Tabs
  now: () => number
  sleep: (ms: number) => Promise<void>
  log: Log
  /** A coach has signed in, in this tab. */
  onSignedIn: (user: CurrentUser) => Promise<void>
  /** Nobody is signed in any more, in this tab or in another: what was cached for the coach has to go. */
  onSignedOut: () => Promise<void>
}
