import type { RouteHandlerCallback } from 'workbox-core'
import { createHandlerBoundToURL } from 'workbox-precaching'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { withoutVary } from '../lib/http/without-vary.ts'
import { openDownloadedModule } from '../offline/downloaded-modules.ts'
import { certificateCache, isAdminFile, isCertificateFile } from './build-files.ts'
import type { RequestClass } from './classify-request.ts'
import { localeAssetsCache } from './older-assets.ts'
import { createServeVideo, findModuleOfVideo, serveDownloadedModule } from './serve-video.ts'

/**
 * Creates the plugin that caches only responses whose content type matches. The page of a captive portal, or
 * the error of a proxy, may arrive instead of a file.
 */
const createTypeFilter = (type: RegExp) => ({
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && type.test(response.headers.get('Content-Type') ?? '')
      ? withoutVary(response)
      : null,
})

type Deps = { caches: CacheStorage; fetchVideo: (request: Request | string) => Promise<Response> }

/**
 * Creates a handler for each class of requests. Call this after `precacheAndRoute`, because two handlers
 * respond with pages of the precache.
 */
export const createRequestHandlers = ({ caches, fetchVideo }: Deps) => {
  /**
   * The plugin that searches all caches if the strategy fails, because downloaded modules have captions and
   * posters in their own caches.
   */
  const moduleFallback = {
    handlerDidError: async ({ request }: { request: Request }) => caches.match(request.url),
  }
  /** Responds from the cache, and updates the cache from the network. */
  const pictureStrategy = new StaleWhileRevalidate({
    cacheName: 'pictures',
    plugins: [createTypeFilter(/^(image|text\/vtt)/), moduleFallback],
  })

  // Cache first, because the content of a file with a hash in its name never changes.
  const certificateFile = new CacheFirst({
    cacheName: certificateCache,
    plugins: [createTypeFilter(/javascript|font/)],
  })
  const adminFile = new CacheFirst({
    cacheName: localeAssetsCache,
    plugins: [createTypeFilter(/javascript|css/)],
  })
  const handleAsset: RouteHandlerCallback = async (options) => {
    const { url } = options.request
    const cached = await caches.match(url)
    if (cached) return cached
    if (isCertificateFile(url)) return certificateFile.handle(options)
    return isAdminFile(url) ? adminFile.handle(options) : fetch(options.request)
  }

  const serveVideo = createServeVideo({ cache: () => caches.open('videos'), fetch: fetchVideo })
  const handleVideo: RouteHandlerCallback = async ({ request, url }) => {
    const moduleId = findModuleOfVideo(url.pathname)
    if (moduleId === undefined) return serveVideo(request)
    const module = openDownloadedModule(caches, moduleId)
    const range = request.headers.get('Range')
    return (await serveDownloadedModule(module, url.pathname, range)) ?? serveVideo(request)
  }

  const handlers: Record<RequestClass, RouteHandlerCallback | StaleWhileRevalidate> = {
    page: createHandlerBoundToURL('/index.html'),
    recovery: createHandlerBoundToURL('/recover.html'),
    asset: handleAsset,
    video: handleVideo,
    'image-or-caption': pictureStrategy,
  }
  return { handlers, pictureStrategy }
}
