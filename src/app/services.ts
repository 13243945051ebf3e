import type { QueryClient } from '@tanstack/react-query'
import type { Track } from '../analytics/track.ts'
import type { Account } from '../account/account.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { Session } from '../session/session.ts'
import type { Locale, LocaleCode } from '../config/locales.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { Catalogues } from '../i18n/catalogues.ts'
import type { StoredLocale } from '../i18n/stored-locale.ts'
import type { OfflineModules } from '../offline/offline-modules.ts'
import type { StorageUsage } from '../offline/storage-usage.ts'
import type { CheckReceipt } from '../outbox/receipts/check-receipt.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Person } from '../person/person.ts'
import type { Install } from '../platform/install/install.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import type { AppUpdate } from '../platform/service-worker/app-update.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { Reporter } from '../sync-log/create-reporter.ts'
import type { Arrivals } from '../uploads/create-arrivals.ts'
import type { UploadClient } from '../uploads/contract.ts'

/** The customer who is signed in, and what our server and theirs know of them. */
export type SessionServices = Session & {
  account: Account
  api: ProductApiClient
  /** The profile of the signed-in customer. */
  personOf: (user: CurrentUser) => Person
  /** Results of the product API, persisted query by query. */
  queries: QueryClient
}

/** What a coach did and what happened on this device, on its way to the product API. */
export type OutboxServices = {
  outbox: Outbox
  /** Saves the entries that wait here in a file that the passphrase opens; resolves to how many it holds. */
  saveRescueFile: (passphrase: string) => Promise<number>
  /** Whether a receipt is the server's own. */
  checkReceipt: CheckReceipt
  /** Reports to the product API what this device holds. */
  reporter: Reporter
  track: Track
}

export type UploadServices = {
  client: UploadClient
  /** Files that come from outside the app. */
  arrivals: Arrivals
}

/** What works without a connection, and whether there is one. */
export type OfflineServices = {
  connectivity: Connectivity
  /** The modules that are downloaded to this device. */
  modules: OfflineModules
  catalogues: Catalogues
  /** Which of the locales open without a connection. */
  cachedLocales: () => Promise<LocaleCode[]>
  /** Has the service worker cache a locale, for the time without a connection. */
  cacheLocale: (locale: LocaleCode) => void
}

/** The app as this device has it: its locale, version, space, and whether it is installed. */
export type DeviceServices = {
  locale: {
    stored: StoredLocale
    /** The locale for a path that names none; `meant` is what its first segment said instead. */
    choose: (meant?: string) => Locale
  }
  /** Whether the app is installed, and the way to it. */
  install: Install
  /** Whether a newer version of the app waits, and the way to it. */
  update: AppUpdate
  /** What this site stores on this device, and the browser's promise not to clear it. */
  storage: {
    measure: (locale: LocaleCode) => Promise<StorageUsage>
    free: (kind: 'media' | 'words', locale: LocaleCode) => Promise<void>
    persisted: () => Promise<boolean>
    persist: () => Promise<boolean>
  }
  /** What was begun and not sent yet, such as the answers to a survey, by customer and module. */
  drafts: KeyValues
  /** Deletes everything that this site stores on this device. */
  erase: () => Promise<void>
  /** The wall clock of this device. */
  now: () => Date
}

/** Everything a route can hand to a screen. Made once in `create-services.ts`. */
export type Services = {
  session: SessionServices
  outbox: OutboxServices
  uploads: UploadServices
  offline: OfflineServices
  device: DeviceServices
}
