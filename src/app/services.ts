import type { QueryClient } from '@tanstack/react-query'
import type { Track } from '../analytics/track.ts'
import type { Auth } from '../account/account.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { Env } from '../config/env.ts'
import type { Locale } from '../config/locales.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { Catalogues } from '../i18n/catalogues.ts'
import type { StoredLocale } from '../i18n/stored-locale.ts'
import type { CheckReceipt } from '../outbox/receipts/check-receipt.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { Connectivity } from '../platform/network/connectivity.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { AppUpdate } from '../platform/service-worker/app-update.ts'
import type { Install } from '../platform/install/install.ts'
import type { StorageUsage } from '../offline/storage-usage.ts'
import type { OfflineModules } from '../offline/offline-modules.ts'
import type { Reporter } from '../sync-log/create-reporter.ts'
import type { Person } from '../person/person.ts'
import type { UploadClient } from '../uploads/contract.ts'
import type { Arrivals } from '../uploads/create-arrivals.ts'

/** Everything a route can hand to a screen. Made once in `create-services.ts`. */
export type Services = {
  env: Env
  api: ProductApiClient
  auth: Auth
  outbox: Outbox
  /** Saves what waits here in a file that the passphrase opens; answers how many entries it holds. */
  saveRescueFile: (passphrase: string) => Promise<number>
  /** Whether a receipt is the server's own. */
  checkReceipt: CheckReceipt
  /** Tells the product API what this device holds. */
  reporter: Reporter
  uploads: UploadClient
  /** Files that come from outside the app. */
  arrivals: Arrivals
  connectivity: Connectivity
  /** The profile of the signed-in coach. */
  personOf: (user: CurrentUser) => Person
  queries: QueryClient
  catalogues: Catalogues
  storedLocale: StoredLocale
  /** The locale for a path that names none; `meant` is what its first segment said instead. */
  chooseLocale: (meant?: string) => Locale
  /** Which of the locales open without a connection. */
  cachedLocales: () => Promise<Locale['code'][]>
  /** Has a locale kept on the device, for the time without a connection. */
  keepLocale: (locale: Locale['code']) => void
  /** What a coach has begun to answer, by customer and module. */
  drafts: KeyValues
  track: Track
  /** Deletes everything that this site keeps on this device. */
  eraseDevice: () => Promise<void>
  /** Whether the app is installed, and the way to it. */
  install: Install
  /** The modules that are kept on this device. */
  offline: OfflineModules
  /** What this site keeps on this device, and the browser's promise not to clear it. */
  deviceStorage: {
    measure: (locale: Locale['code']) => Promise<StorageUsage>
    free: (kind: 'media' | 'words', locale: Locale['code']) => Promise<void>
    persisted: () => Promise<boolean>
    persist: () => Promise<boolean>
  }
  /** Whether a newer version of the app waits, and the way to it. */
  update: AppUpdate
  /** The wall clock of this device. */
  now: () => Date
}
