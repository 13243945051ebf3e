import { cacheNames, clientsClaim } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import type { RouteHandlerCallback } from 'workbox-core'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { localeFrom, type LocaleCode } from './config/locales.ts'
import { createWorkerHealth } from './health/create-worker-health.ts'
import { followErrors } from './health/follow-errors.ts'
import { parsed } from './lib/parsed.ts'
import { shareRunning } from './lib/share-running.ts'
import { withoutVary } from './lib/without-vary.ts'
import { syncTag } from './platform/service-worker/background-sync.ts'
import { openDownloadedModule } from './offline/downloaded-modules.ts'
import { createBrowser } from './platform/create-browser.ts'
import { consoleLog } from './platform/log.ts'
import { createSharedFiles, createShareFailures } from './uploads/shared-files.ts'
import { createStoreSharedFile } from './uploads/store-shared-file.ts'
import { pageMessage } from './platform/service-worker/messages.ts'
import { createDeliverOutbox } from './service-worker/deliver-outbox.ts'
import { sortBuildFiles } from './service-worker/build-files.ts'
import { warmCache } from './service-worker/warm-cache.ts'
import { createCompletePrecache } from './service-worker/complete-precache.ts'
import { createCountMissing } from './service-worker/count-missing.ts'
import { createPrecachePlugin } from './service-worker/precache-plugin.ts'
import { createCacheLocaleAssets } from './service-worker/cache-locale-assets.ts'
import { createFetchPastCaches } from './service-worker/fetch-past-caches.ts'
import { createFetchWhole } from './service-worker/fetch-whole.ts'
import { allCatalogues, isAdminScript, localeFiles, localesIn } from './service-worker/locale-files.ts'
import { isPaperFile, paperFiles } from './service-worker/paper-files.ts'
import { dropOldestAssets, copyOlderAssets, localeAssets } from './service-worker/older-assets.ts'
import { createShareReceiver, isShare } from './service-worker/receive-share.ts'
import { classifyRequest, isPastCaches, type RequestClass } from './service-worker/classify-request.ts'
import { moduleOfVideo, serveDownloadedModule } from './service-worker/serve-downloaded-module.ts'
import { createVideoServer } from './service-worker/serve-video.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

declare global {
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}

const browser = createBrowser(self)
const { origin } = self.location
const health = createWorkerHealth(browser, { place: 'service-worker', origin })
followErrors(self, (thrown) => void health.error(thrown))
const { caches } = self

/**
 * Does not cache a page that is served in place of a file, such as the page of a captive portal or the error
 * of a proxy.
 */
const only = (type: RegExp) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && type.test(response.headers.get('Content-Type') ?? '')
      ? withoutVary(response)
      : null,
})

const { all: files, precached, wantedFor } = sortBuildFiles(self.__WB_MANIFEST, self.location.href)
/** Identifies the build by the revision of its index.html, which contains the hashed name of every script. */
const build = files.find(({ url }) => new URL(url).pathname === '/index.html')?.revision ?? ''
/** Captions and posters of downloaded modules are in separate caches, which are searched last. */
const elsewhere = { handlerDidError: async ({ request }: { request: Request }) => caches.match(request.url) }
const imagesAndCaptions = new StaleWhileRevalidate({
  cacheName: 'pictures',
  plugins: [only(/^(image|text\/vtt)/), elsewhere],
})
/** Every address whose content this build determines. */
const own = new Set([
  ...files.map(({ url }) => url),
  ...allCatalogues().map((path) => new URL(path, self.location.href).href),
])
const fetchWhole = createFetchWhole(browser.fetch)
/** Workbox caches a file with a revision, such as a picture, under another address. */
const findCached = (url: string) => caches.match(getCacheKeyForURL(url) ?? url)
const fetchPastCaches = createFetchPastCaches({ fetch: (request) => fetch(request), findCached })
const countMissing = createCountMissing(findCached, wantedFor)
const cacheAssets = shareRunning(createCacheLocaleAssets({ caches, fetchWhole }, files))
/** A name with a hash always has the same content. */
const servePaperFile = new CacheFirst({ cacheName: paperFiles, plugins: [only(/javascript|font/)] })
const serveAdminScript = new CacheFirst({ cacheName: localeAssets, plugins: [only(/javascript/)] })

const precache = { name: cacheNames.precache, keyOf: getCacheKeyForURL }
const completePrecache = createCompletePrecache({ caches, precache, fetchWhole }, precached)
const playFromNetwork = createVideoServer({
  cache: () => caches.open('videos'),
  fetch: browser.fetch,
})

let warmed: ReadonlyMap<string, Promise<boolean>> = new Map()

// Registered before Workbox's own listener, which waits for each file to be warmed.
self.addEventListener('install', () => {
  // The server sends pages anew for each request: Workbox fetches them.
  warmed = warmCache(
    { isCached: async (url) => Boolean(await findCached(url)), fetchWhole },
    precached.filter(({ url }) => !url.endsWith('.html')),
  )
})
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (!isPastCaches(request)) return
  event.stopImmediatePropagation()
  const kind = classifyRequest(request, self.location.origin)
  if (kind === 'asset' || kind === 'image-or-caption') event.respondWith(fetchPastCaches(request))
})
addPlugins([createPrecachePlugin({ warming: (url) => warmed.get(url), wait: browser.sleep })])
// Parameters that a link adds to an address are for analytics: the file is the same.
precacheAndRoute(precached, { ignoreURLParametersMatching: [/./] })
cleanupOutdatedCaches()
clientsClaim()

const serveVideo: RouteHandlerCallback = async ({ request, url }) => {
  const module = moduleOfVideo(url.pathname)
  const downloaded =
    module &&
    (await serveDownloadedModule(
      openDownloadedModule(caches, module),
      url.pathname,
      request.headers.get('Range'),
    ))
  return downloaded || playFromNetwork(request)
}

const handlers: Record<RequestClass, RouteHandlerCallback | StaleWhileRevalidate> = {
  page: createHandlerBoundToURL('/index.html'),
  recovery: createHandlerBoundToURL('/recover.html'),
  asset: async (options) => {
    const { url } = options.request
    const cached = await caches.match(url)
    if (cached) return cached
    if (isPaperFile(url)) return servePaperFile.handle(options)
    return isAdminScript(url) ? serveAdminScript.handle(options) : fetch(options.request)
  },
  video: serveVideo,
  'image-or-caption': imagesAndCaptions,
}
for (const [kind, handler] of Object.entries(handlers)) {
  registerRoute(({ request }) => classifyRequest(request, self.location.origin) === kind, handler)
}

const sharedFiles = createSharedFiles(navigator.storage, browser.lockManager)
const receiveShare = createShareReceiver({
  store: createStoreSharedFile(navigator.storage, sharedFiles),
  waiting: sharedFiles.waiting,
  failed: createShareFailures(browser.keyValues('device')).happened,
  newId: browser.newId,
  log: consoleLog,
})

// Workbox routes only GET. This is the only POST of a page or another app that the service worker handles.
self.addEventListener('fetch', (event) => {
  if (isShare(event.request, self.location.origin)) event.respondWith(receiveShare(event.request))
})

/** Stale-while-revalidate updates a picture when it is shown, so a cached picture is not fetched here. */
const cachePicture = shareRunning(async (address: string, event: ExtendableEvent) => {
  if (await caches.match(address)) return
  await imagesAndCaptions.handleAll({ event, request: new Request(address) })[1]
})

/** Caches what a locale needs to open without a connection. A page asks again while something is missing. */
const cacheLocale = (event: ExtendableEvent, locale: LocaleCode): void => {
  const pictures = localeFiles(locale).pictures.map((address) => cachePicture(address, event))
  event.waitUntil(Promise.allSettled([cacheAssets(locale), ...pictures]))
}

const localesOnDevice = async (): Promise<LocaleCode[]> => localesIn(await caches.open(localeAssets))

const localesOnScreen = async (): Promise<LocaleCode[]> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.flatMap(({ url }) => localeFrom(new URL(url).pathname.split('/')[1])?.code ?? [])
}

self.addEventListener('install', (event) => {
  // A build is installed together with its catalogues for every locale of this device, or not at all.
  event.waitUntil(localesOnDevice().then((codes) => Promise.all(codes.map(cacheAssets))))
  // A device without free space still gets the new build.
  event.waitUntil(
    copyOlderAssets(caches, { precache: cacheNames.precache, build, urls: own }).catch(() => undefined),
  )
})

/** On the very first visit, files that the page fetched before there was a service worker are in no cache. */
const takeOver = async (): Promise<void> => {
  const codes = new Set([...(await localesOnDevice()), ...(await localesOnScreen())])
  await dropOldestAssets(caches, own)
  // Pages wait for this. Pictures may fail to arrive, so they are fetched when a page asks for its locale.
  await Promise.allSettled([...codes].map(cacheAssets))
}
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('message', (event) => {
  const message = parsed(pageMessage, event.data)
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'KEEP_LOCALE') {
    // The activation does not claim a page that was still loading. A waiting service worker cannot claim a
    // page.
    event.waitUntil(self.clients.claim().catch(() => undefined))
    cacheLocale(event, message.locale)
    event.waitUntil(completePrecache())
  }
  if (message?.type === 'COUNT_MISSING') {
    const [page] = event.ports
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has no target origin
    event.waitUntil(countMissing(message.locale).then((missing) => page?.postMessage(missing)))
  }
})

const deliverOutbox = createDeliverOutbox(browser, self.location.origin)
self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(deliverOutbox())
})
