import * as v from 'valibot'
import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import type { PrecacheEntry } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { StaleWhileRevalidate } from 'workbox-strategies'
import type { LocaleCode } from './config/locales.ts'
import { syncTag } from './platform/background-sync.ts'
import { pageMessage } from './platform/service-worker-messages.ts'
import { carryWords, dropOlderWords, wordsCacheOf } from './service-worker/carry-words.ts'
import { deliverOutbox } from './service-worker/deliver-outbox.ts'
import { localeFiles } from './service-worker/locale-files.ts'
import { dropOldestAssets, keepOlderAssets } from './service-worker/older-assets.ts'
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

/** Never index.html: other programs' addresses, and everything that is a file. */
const outsideTheApp = [/^\/api(\/|$)/, /^\/\.well-known\//, /^[^?]*\.[^/?]+(\?|$)/]

/** A page that answers in place of a file (a captive portal's, a proxy's error) is not kept as that file. */
const only = (type: RegExp) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && type.test(response.headers.get('Content-Type') ?? '') ? response : null,
})

const manifest = self.__WB_MANIFEST
/** The build, as the content of its index.html names it: every script's name in it is a hash. */
const build = manifest
  .flatMap((file) => (typeof file === 'object' && file.url === 'index.html' ? [file.revision ?? ''] : []))
  .join('')
const urls = new Set(
  manifest.map((file) => new URL(typeof file === 'string' ? file : file.url, self.location.href).href),
)
const wordsCache = wordsCacheOf(build)

const words = new StaleWhileRevalidate({ cacheName: wordsCache, plugins: [only(/^application\/json/)] })
const pictures = new StaleWhileRevalidate({ cacheName: 'pictures', plugins: [only(/^(image|text\/vtt)/)] })
const serveVideo = createVideoServer({
  cache: () => caches.open('videos'),
  fetch: (request) => fetch(request),
})

precacheAndRoute(manifest)
cleanupOutdatedCaches()
clientsClaim()

// Workbox asks routes about GET only; whatever else a page sends never passes through here.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: outsideTheApp }))
registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/locales/'), words)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => (await caches.match(request.url)) ?? fetch(request),
)
registerRoute(({ url, sameOrigin }) => sameOrigin && /\.(webp|png|jpg|svg|vtt)$/.test(url.pathname), pictures)
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /\.(webm|mp4)$/.test(url.pathname),
  ({ request }) => serveVideo(request),
)

/** Keeps what a locale needs to open without a connection; whatever is shown later brings itself up to date. */
const keepLocale = (event: ExtendableEvent, locale: LocaleCode): void => {
  const keep = (strategy: StaleWhileRevalidate) => async (address: string) => {
    if (await caches.match(address)) return
    await strategy.handleAll({ event, request: new Request(address) })[1]
  }
  const files = localeFiles(locale)
  event.waitUntil(
    Promise.allSettled([...files.words.map(keep(words)), ...files.pictures.map(keep(pictures))]),
  )
}

self.addEventListener('install', (event) => {
  event.waitUntil(carryWords({ caches, fetch: (request) => fetch(request) }, wordsCache))
  // A full device still gets the new build.
  event.waitUntil(
    keepOlderAssets(caches, { precache: cacheNames.precache, build, urls }).catch(() => undefined),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOlderWords(caches, wordsCache), dropOldestAssets(caches)]))
})

self.addEventListener('message', (event) => {
  const message = v.safeParse(pageMessage, event.data)
  if (!message.success) return
  if (message.output.type === 'SKIP_WAITING') void self.skipWaiting()
  else keepLocale(event, message.output.locale)
})

self.addEventListener('sync', (event) => {
  if (event.tag === syncTag) event.waitUntil(deliverOutbox(self.location.origin))
})
