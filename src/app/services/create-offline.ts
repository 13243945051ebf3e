import type { Track } from '../../analytics/track.ts'
import type { LocaleCode } from '../../config/locales.ts'
import { findCachedLocales, createCatalogues } from '../../i18n/catalogues.ts'
import { createCacheLocale } from '../../offline/create-cache-locale.ts'
import { createOfflineModules } from '../../offline/create-offline-modules.ts'
import type { OfflineModules } from '../../offline/offline-modules.ts'
import { canPlay } from '../../platform/can-play.ts'
import type { Browser } from '../../platform/create-browser.ts'
import type { Connectivity } from '../../platform/network/connectivity.ts'
import { createFetchUnlessStalled } from '../../platform/network/fetch-with-timeout.ts'
import {
  countMissing,
  postToServiceWorker,
  type MissingOffline,
} from '../../platform/service-worker/messages.ts'
import { hasRoomFor } from '../../platform/storage/storage-state.ts'
import type { TryUntilDone } from '../../platform/try-until-done.ts'
import { trackModules } from '../track-actions.ts'
import type { Connection } from './create-connection.ts'

/** A constant, because `useStore` needs the same object until the store changes. */
const emptySnapshot: ReturnType<OfflineModules['snapshot']> = new Map()

/** Used in browsers without caches, for example in some private windows. Nothing can be downloaded there. */
const noModules: OfflineModules = {
  snapshot: () => emptySnapshot,
  subscribe: () => () => undefined,
  measureSize: () => Promise.reject(new Error('The Cache API is not available')),
  download: async () => undefined,
  pause: async () => undefined,
  remove: async () => undefined,
}

/** Downloads modules to this device, and notifies every tab of changes. */
const createModules = (browser: Browser, connectivity: Connectivity): OfflineModules => {
  const { caches, serviceWorker } = browser
  if (!caches || !serviceWorker) return noModules
  const channel = new BroadcastChannel('kept-modules')
  return createOfflineModules({
    caches,
    canPlay,
    locks: browser.lockManager,
    page: browser.pageCache,
    tabs: {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
      announce: () => channel.postMessage('changed'),
      listen: (listener) => channel.addEventListener('message', listener),
    },
    connectivity,
    wait: browser.sleep,
    fetch: createFetchUnlessStalled(browser.fetch),
    // The service worker caches videos in this cache when they are first played.
    findPlayed: async (url) => (await caches.open('videos')).match(url),
    hasRoom: async (bytes) => hasRoomFor(browser.storage, bytes),
  })
}

const canCache = ({ caches, serviceWorker }: Browser): boolean =>
  caches !== undefined && serviceWorker !== undefined

/** Whether the app opens offline with every text. Images may be missing. */
const opensOffline = (missing: MissingOffline | undefined): boolean =>
  missing?.app === 0 && missing.texts === 0

/**
 * Groups what works without a connection: downloaded modules, texts, and the check of the connection itself.
 */
export const createOffline = (
  browser: Browser,
  { connectivity, clock }: Pick<Connection, 'connectivity' | 'clock'>,
  { track, tryUntilDone }: { track: Track; tryUntilDone: TryUntilDone },
) => ({
  connectivity,
  modules: trackModules(createModules(browser, connectivity), track),
  catalogues: createCatalogues({
    fetch: browser.fetchWithTimeout,
    isOnline: connectivity.check,
    wait: browser.sleep,
  }),
  /** Lists the locales that open offline. */
  findCachedLocales: async (): Promise<LocaleCode[]> =>
    browser.caches ? findCachedLocales(browser.caches) : [],
  /** Asks the service worker to cache a locale for offline use. */
  cacheLocale: createCacheLocale({
    post: (locale) => postToServiceWorker(browser.serviceWorker, { type: 'KEEP_LOCALE', locale }),
    // If nothing can be cached, there is nothing to wait for.
    isCached: async (locale) =>
      !canCache(browser) || opensOffline(await countMissing(browser.serviceWorker, locale)),
    tryUntilDone,
  }),
  /**
   * Counts the files that the app still needs to open offline in a locale. Resolves to undefined if no
   * service worker responds, so that the app cannot open offline.
   */
  countMissing: (locale: LocaleCode) => countMissing(browser.serviceWorker, locale),
  /** The current time, both by this device's clock and corrected. */
  moment: clock.moment,
  /** Asks the server how far this device's clock is off, and resolves to it, in ms. */
  measureClock: async (): Promise<number> => {
    // A sign-in with several steps has only called the user pool: the first call of our server is still to come.
    await connectivity.check()
    const { corrected, device } = await clock.moment()
    return corrected - device
  },
})
