import { cacheNames, clientsClaim } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { findLocale, type LocaleCode } from './config/locales.ts'
import { createHealth } from './health/create-health.ts'
import { followErrors } from './health/follow-errors.ts'
import { parseOrUndefined } from './lib/parse-or-undefined.ts'
import { singleFlight } from './lib/async/single-flight.ts'
import { syncTag } from './platform/service-worker/background-sync.ts'
import { createBrowser } from './platform/create-browser.ts'
import { readAppVersion } from './platform/stored-app-version.ts'
import { consoleLog } from './platform/log.ts'
import { createSharedFiles, createShareFailures } from './uploads/shared-files.ts'
import { createStoreSharedFile } from './uploads/store-shared-file.ts'
import { pageMessageSchema } from './platform/service-worker/messages.ts'
import { createDeliverOutbox } from './service-worker/deliver-outbox.ts'
import {
  listAllCatalogueUrls,
  createCountMissing,
  listLocaleFiles,
  findCachedLocales,
  groupBuildFiles,
} from './service-worker/build-files.ts'
import { createPrecachePlugin, warmCache } from './service-worker/precache-plugin.ts'
import { createCacheLocaleAssets, createCompletePrecache } from './service-worker/complete-precache.ts'
import { createFetchBypassingCaches, createFetchBuildFile } from './service-worker/fetch-build-file.ts'
import { createTakeover } from './service-worker/takeover.ts'
import { copyOlderAssets, dropOldestAssets, localeAssetsCache } from './service-worker/older-assets.ts'
import { createShareReceiver, isShare } from './service-worker/receive-share.ts'
import { createRequestHandlers } from './service-worker/request-handlers.ts'
import {
  classifyRequest,
  mustBypassCaches,
  staticRoutes,
  type StaticRoute,
} from './service-worker/classify-request.ts'

/**
 * The service worker: opens the app offline, serves downloaded modules, receives files that other apps share,
 * and sends the outbox while no tab is open. This file connects the browser's events with the modules in
 * `service-worker/`, in the order of the service worker lifecycle.
 */

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

declare global {
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
  }
  interface ExtendableEvent {
    /**
     * Exists only on an install event of a browser with static routes. Rejects a condition that the browser
     * does not know.
     */
    readonly addRoutes?: (route: StaticRoute) => Promise<void>
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}

const browser = createBrowser(self)
const { caches } = self
const { origin } = self.location
const health = createHealth({
  keyValues: browser.keyValues('health'),
  place: 'service-worker',
  // The version of the last page that ran on this device.
  version: () => readAppVersion(browser.keyValues('device')),
  origin,
  now: browser.now,
})
followErrors(self, (thrown) => void health.countError(thrown))

// The build

const { all: files, precached, listNeededOffline } = groupBuildFiles(self.__WB_MANIFEST, self.location.href)
/** The id of the build: the revision of its index.html, which contains the hashed name of every script. */
const buildId = files.find(({ url }) => new URL(url).pathname === '/index.html')?.revision ?? ''
/** The URLs of all files of this build, including the catalogues of every locale. */
const buildUrls = new Set([
  ...files.map(({ url }) => url),
  ...listAllCatalogueUrls().map((path) => new URL(path, self.location.href).href),
])
const fetchBuildFile = createFetchBuildFile(browser.fetch)
/** Finds a cached file. Workbox adds the revision of a file, such as an image, to the URL it caches. */
const findCached = (url: string) => caches.match(getCacheKeyForURL(url) ?? url)
const cacheAssets = singleFlight(createCacheLocaleAssets({ caches, fetchBuildFile }, files))
const findLocalesOnDevice = async (): Promise<LocaleCode[]> =>
  findCachedLocales(await caches.open(localeAssetsCache))

// Install

/** By URL, whether a file has arrived in the browser's HTTP cache. Set by the install event. */
let prefetches: ReadonlyMap<string, Promise<boolean>> = new Map()

// Registered before Workbox's own listener, which waits for the prefetches that start here.
self.addEventListener('install', (event) => {
  event.waitUntil(Promise.allSettled(staticRoutes.map(async (route) => event.addRoutes?.(route))))
  // HTML pages are not prefetched. They have `no-cache`, so Workbox would request them again.
  prefetches = warmCache(
    { isCached: async (url) => Boolean(await findCached(url)), fetchBuildFile },
    precached.filter(({ url }) => !url.endsWith('.html')),
  )
  // If the catalogues for a locale of this device cannot be cached, the build is not installed.
  event.waitUntil(findLocalesOnDevice().then((codes) => Promise.all(codes.map(cacheAssets))))
  // Failures are ignored, because a device without free space must still get the new build.
  const nextBuild = { precache: cacheNames.precache, buildId, urls: buildUrls }
  event.waitUntil(copyOlderAssets(caches, nextBuild).catch(() => undefined))
})

// Activate

const findLocalesOnScreen = async (): Promise<LocaleCode[]> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.flatMap(({ url }) => findLocale(new URL(url).pathname.split('/')[1])?.code ?? [])
}
/**
 * Caches the scripts and texts of the locales of this device and of the open pages. On the very first visit,
 * what an open page fetched before the service worker existed is in no cache.
 */
const updateAssetCaches = async (): Promise<void> => {
  const codes = new Set([...(await findLocalesOnDevice()), ...(await findLocalesOnScreen())])
  await dropOldestAssets(caches, buildUrls)
  // Pages wait until this is done, so images are cached later, when a page asks for them (`KEEP_LOCALE`).
  await Promise.allSettled([...codes].map(cacheAssets))
}
self.addEventListener('activate', (event) => event.waitUntil(updateAssetCaches()))
clientsClaim()

// Fetch

// At a takeover, the service worker of a new build replaces this one as soon as the pages send no more
// requests.
const { waitUntilTakeover, untilTakeover, onRequest, prepareTakeover } = createTakeover(browser)
self.addEventListener('fetch', onRequest)

const fetchBypassingCaches = createFetchBypassingCaches({ fetch: (request) => fetch(request), findCached })
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (!mustBypassCaches(request)) return
  // The listeners that follow would respond from a cache.
  event.stopImmediatePropagation()
  const kind = classifyRequest(request, origin)
  if (kind === 'asset' || kind === 'image-or-caption') event.respondWith(fetchBypassingCaches(request))
})

addPlugins([createPrecachePlugin({ findPrefetch: (url) => prefetches.get(url), wait: browser.sleep })])
// Ignores search params, because links add them to URLs for analytics, and the file is the same.
precacheAndRoute(precached, { ignoreURLParametersMatching: [/./] })
cleanupOutdatedCaches()

const { handlers, pictureStrategy } = createRequestHandlers({ caches, fetchVideo: browser.fetch })
for (const [kind, handler] of Object.entries(handlers))
  registerRoute(({ request }) => classifyRequest(request, origin) === kind, handler)

const sharedFiles = createSharedFiles(navigator.storage, browser.lockManager)
const receiveShare = createShareReceiver({
  storeFile: createStoreSharedFile(navigator.storage, sharedFiles),
  listWaiting: sharedFiles.listWaiting,
  recordFailure: createShareFailures(browser.keyValues('device')).record,
  newId: browser.newId,
  log: consoleLog,
})
// Workbox routes only GET requests. A share is the only POST that the service worker handles.
self.addEventListener('fetch', (event) => {
  if (isShare(event.request, origin)) event.respondWith(receiveShare(event.request))
})

// Messages from pages

const precache = { name: cacheNames.precache, findCacheKey: getCacheKeyForURL }
const completePrecache = createCompletePrecache({ caches, precache, fetchBuildFile }, precached)
const countMissing = createCountMissing(findCached, listNeededOffline)

/** Caches an image once. Later, stale-while-revalidate updates it whenever a page shows it. */
const cacheImage = singleFlight(async (url: string, event: ExtendableEvent) => {
  if (await caches.match(url)) return
  // The first promise is for the response, the second one for the end of the caching.
  const [, writtenPromise] = pictureStrategy.handleAll({ event, request: new Request(url) })
  await writtenPromise
})
/**
 * Caches the files that the app needs only for a locale. A page repeats its message while a file is missing.
 */
const cacheLocale = (event: ExtendableEvent, locale: LocaleCode): void => {
  const imagePromises = listLocaleFiles(locale).pictures.map((url) => cacheImage(url, event))
  waitUntilTakeover(event, Promise.allSettled([cacheAssets(locale), ...imagePromises]))
}

/** Sends the result of `work` to the page whose message this event is, and stays alive until then. */
const respond = (event: ExtendableMessageEvent, work: Promise<unknown>): void => {
  const [replyPort] = event.ports
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
  event.waitUntil(work.then((result) => replyPort?.postMessage(result)))
}

self.addEventListener('message', (event) => {
  const message = parseOrUndefined(pageMessageSchema, event.data)
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'HAND_OVER')
    respond(
      event,
      prepareTakeover().then(() => true),
    )
  if (message?.type === 'KEEP_LOCALE') {
    // Takes control of a page that was still loading at the activation. Rejects in a waiting service worker,
    // which cannot control pages.
    event.waitUntil(self.clients.claim().catch(() => undefined))
    cacheLocale(event, message.locale)
    waitUntilTakeover(event, completePrecache())
  }
  if (message?.type === 'COUNT_MISSING') respond(event, countMissing(message.locale))
})

// Background Sync

// The takeover by a new build makes these requests fail, so that the delivery ends and releases its lock. A
// page may be waiting for this lock.
const deliverOutbox = createDeliverOutbox(browser, {
  origin,
  fetch: (request, init) => untilTakeover(browser.fetch(request, init)),
})
self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) waitUntilTakeover(event, deliverOutbox())
})
