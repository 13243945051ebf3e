import { cacheNames, clientsClaim } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import type { RouteHandlerCallback } from 'workbox-core'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { localeFrom, type LocaleCode } from './config/locales.ts'
import { parsed } from './lib/parsed.ts'
import { syncTag } from './platform/service-worker/background-sync.ts'
import { openDownloadedModule } from './offline/downloaded-modules.ts'
import { createBrowser } from './platform/create-browser.ts'
import { consoleLog } from './platform/log.ts'
import { createSharedFiles, createShareFailures } from './uploads/shared-files.ts'
import { pageMessage } from './platform/service-worker/messages.ts'
import {
  migrateCatalogues,
  dropOlderCatalogues,
  catalogueCacheOf,
} from './service-worker/migrate-catalogues.ts'
import { deliverOutbox } from './service-worker/deliver-outbox.ts'
import { warmCache } from './service-worker/warm-cache.ts'
import { isBuildFile } from './service-worker/is-build-file.ts'
import { isLocaleScript, localeFiles, localeScripts } from './service-worker/locale-files.ts'
import { dropOldestAssets, copyOlderAssets, localeAssets } from './service-worker/older-assets.ts'
import { createShareReceiver, isShare } from './service-worker/receive-share.ts'
import { classifyRequest, type RequestClass } from './service-worker/classify-request.ts'
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
const { caches } = self

/** A page that comes in place of a file (a captive portal's, a proxy's error) is not cached as that file. */
const only = (type: RegExp) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && type.test(response.headers.get('Content-Type') ?? '') ? response : null,
})

/** Every file of the build. Without a revision: its name changes with its content. */
const files = self.__WB_MANIFEST.map((file) => {
  const { url, revision = null } = typeof file === 'string' ? { url: file } : file
  return { url: new URL(url, self.location.href).href, revision }
})
const urls = new Set(files.map(({ url }) => url))
const precached = files.filter(({ url }) => !isLocaleScript(url))
/** The build, as the content of its index.html names it: every script's name in it is a hash. */
const build = files.find(({ url }) => new URL(url).pathname === '/index.html')?.revision ?? ''
const catalogueCache = catalogueCacheOf(build)

const catalogues = new StaleWhileRevalidate({
  cacheName: catalogueCache,
  plugins: [only(/^application\/json/)],
})
/** Captions and posters of downloaded modules are in caches of their own: the last place to search. */
const elsewhere = { handlerDidError: async ({ request }: { request: Request }) => caches.match(request.url) }
const imagesAndCaptions = new StaleWhileRevalidate({
  cacheName: 'pictures',
  plugins: [only(/^(image|text\/vtt)/), elsewhere],
})
const scripts = new StaleWhileRevalidate({ cacheName: localeAssets, plugins: [only(/javascript/)] })
const playFromNetwork = createVideoServer({
  cache: () => caches.open('videos'),
  fetch: browser.fetch,
})

const assets = [...urls].map((url) => new URL(url).pathname).filter((path) => path.startsWith('/assets/'))
addPlugins([
  {
    cacheWillUpdate: async ({ request: { url }, response }) =>
      (await isBuildFile(response, { url, assets })) ? response : null,
  },
])
// What a link adds to an address of ours is for counting: the file is the same.
precacheAndRoute(precached, { ignoreURLParametersMatching: [/./] })
cleanupOutdatedCaches()
clientsClaim()

const serveVideo: RouteHandlerCallback = async ({ request, url }) => {
  const module = moduleOfVideo(url.pathname)
  const downloaded =
    module &&
    (await serveDownloadedModule(openDownloadedModule(caches, module), request.headers.get('Range')))
  return downloaded || playFromNetwork(request)
}

const handlers: Record<RequestClass, RouteHandlerCallback | StaleWhileRevalidate> = {
  page: createHandlerBoundToURL('/index.html'),
  recovery: createHandlerBoundToURL('/recover.html'),
  catalogue: catalogues,
  asset: async ({ request }) => (await caches.match(request.url)) ?? fetch(request),
  video: serveVideo,
  'image-or-caption': imagesAndCaptions,
}
for (const [kind, handler] of Object.entries(handlers)) {
  registerRoute(({ request }) => classifyRequest(request, self.location.origin) === kind, handler)
}

const receiveShare = createShareReceiver({
  store: createSharedFiles(navigator.storage, browser.lockManager).store,
  failed: createShareFailures(browser.keyValues('device')).happened,
  newId: browser.newId,
  log: consoleLog,
})

// Workbox's routes are for GET. Of what a page or another app sends, this alone is handled here.
self.addEventListener('fetch', (event) => {
  if (isShare(event.request, self.location.origin)) event.respondWith(receiveShare(event.request))
})

/** Caches what a locale needs to open without a connection; whatever is shown later brings itself up to date. */
const cacheLocale = (event: ExtendableEvent, locale: LocaleCode): void => {
  const cache = (strategy: StaleWhileRevalidate) => async (address: string) => {
    if (await caches.match(address)) return
    await strategy.handleAll({ event, request: new Request(address) })[1]
  }
  const needed = localeFiles(locale)
  event.waitUntil(
    Promise.allSettled([
      ...needed.catalogues.map(cache(catalogues)),
      ...localeScripts(locale, urls).map(cache(scripts)),
      ...needed.pictures.map(cache(imagesAndCaptions)),
    ]),
  )
}

const cacheLocalesOnScreen = async (event: ExtendableEvent): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const { url } of windows) {
    const locale = localeFrom(new URL(url).pathname.split('/')[1])
    if (locale) cacheLocale(event, locale.code)
  }
}

self.addEventListener('install', (event) => {
  void warmCache(
    { caches, fetch: browser.fetch },
    precached.flatMap(({ url, revision }) => (revision === null ? [url] : [])),
  )
  event.waitUntil(migrateCatalogues({ caches, fetch: browser.fetch }, catalogueCache))
  // A full device still gets the new build.
  event.waitUntil(
    copyOlderAssets(caches, { precache: cacheNames.precache, build, urls }).catch(() => undefined),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldestAssets(caches, urls))
  // The very first visit: what its page had fetched before there was a service worker is in no cache. What an older
  // build has must have been copied by then, or deleted: it would be taken for cached.
  const dropped = dropOlderCatalogues(caches, catalogueCache).catch(() => undefined)
  event.waitUntil(dropped.then(() => cacheLocalesOnScreen(event)))
})

self.addEventListener('message', (event) => {
  const message = parsed(pageMessage, event.data)
  if (message?.type === 'SKIP_WAITING') void self.skipWaiting()
  if (message?.type === 'KEEP_LOCALE') {
    // A page that was already on its way here at the activation was not claimed by it.
    event.waitUntil(self.clients.claim())
    cacheLocale(event, message.locale)
  }
})

self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(deliverOutbox(browser, self.location.origin))
})
