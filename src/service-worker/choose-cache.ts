import type { RouteHandlerCallback } from 'workbox-core'
import { createHandlerBoundToURL } from 'workbox-precaching'
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies'
import { withoutVary } from '../lib/http/without-vary.ts'
import { openDownloadedModule } from '../offline/downloaded-modules.ts'
import type { RequestClass } from './classify-request.ts'
import { isAdminScript, isPaperFile, paperFiles } from './build-files.ts'
import { localeAssets } from './older-assets.ts'
import { createVideoServer, moduleOfVideo, serveDownloadedModule } from './serve-video.ts'

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

type Deps = { caches: CacheStorage; fetchVideo: (request: Request | string) => Promise<Response> }

/** The response to each class of request: from which cache, or from the network. Call it after precaching. */
export const createRequestHandlers = ({ caches, fetchVideo }: Deps) => {
  /** Captions and posters of downloaded modules are in separate caches, which are searched last. */
  const elsewhere = {
    handlerDidError: async ({ request }: { request: Request }) => caches.match(request.url),
  }
  const pictures = new StaleWhileRevalidate({
    cacheName: 'pictures',
    plugins: [only(/^(image|text\/vtt)/), elsewhere],
  })

  // A name with a hash always has the same content.
  const paperFile = new CacheFirst({ cacheName: paperFiles, plugins: [only(/javascript|font/)] })
  const adminScript = new CacheFirst({ cacheName: localeAssets, plugins: [only(/javascript/)] })
  const asset: RouteHandlerCallback = async (options) => {
    const { url } = options.request
    const cached = await caches.match(url)
    if (cached) return cached
    if (isPaperFile(url)) return paperFile.handle(options)
    return isAdminScript(url) ? adminScript.handle(options) : fetch(options.request)
  }

  const playFromNetwork = createVideoServer({ cache: () => caches.open('videos'), fetch: fetchVideo })
  const video: RouteHandlerCallback = async ({ request, url }) => {
    const module = moduleOfVideo(url.pathname)
    const range = request.headers.get('Range')
    const downloaded =
      module && (await serveDownloadedModule(openDownloadedModule(caches, module), url.pathname, range))
    return downloaded || playFromNetwork(request)
  }

  const handlers: Record<RequestClass, RouteHandlerCallback | StaleWhileRevalidate> = {
    page: createHandlerBoundToURL('/index.html'),
    recovery: createHandlerBoundToURL('/recover.html'),
    asset,
    video,
    'image-or-caption': pictures,
  }
  return { handlers, pictures }
}
