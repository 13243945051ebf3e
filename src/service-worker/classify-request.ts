import { isInLocale } from '../config/path-locale.ts'

/** The kinds of requests that the service worker responds to. `page` is every page of the app. */
export type RequestClass = 'page' | 'recovery' | 'asset' | 'video' | 'image-or-caption'

/** Match paths that are never a page of the app: API calls, paths for other programs, and files. */
const patternsWithoutPage = [/^\/api(\/|$)/, /^\/\.well-known(\/|$)/, /^\/(healthz|readyz)$/, /\.[^/]+$/]
const isPagePath = (pathname: string): boolean =>
  isInLocale(pathname) || !patternsWithoutPage.some((pattern) => pattern.test(pathname))

const filePatterns: readonly [RequestClass, RegExp][] = [
  ['asset', /^\/assets\//],
  ['video', /\.(webm|mp4)$/],
  // Screenshots are only for the browser's own installation dialog.
  ['image-or-caption', /^(?!\/screenshots\/).*\.(webp|png|jpg|svg|vtt)$/],
]

/**
 * Whether a request must bypass every cache, because its sender asks for it. A reload also sets these cache
 * modes on a navigation, but the app's page still comes from the precache.
 */
export const mustBypassCaches = ({ mode, cache }: Pick<Request, 'mode' | 'cache'>): boolean =>
  mode !== 'navigate' && (cache === 'no-store' || cache === 'reload')

/**
 * Classifies a request. If the result is undefined, the browser sends the request as if there were no service
 * worker. Only GET requests to our own origin can have a class: on iOS, a request that a service worker
 * passes on loses its body.
 */
export const classifyRequest = (
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): RequestClass | undefined => {
  const { origin: requestOrigin, pathname } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin) return undefined
  // Users may type this path. Without the trailing slash, Workbox finds the page in the precache.
  if (mode === 'navigate' && pathname === '/recover/') return 'recovery'
  if (mode === 'navigate') return isPagePath(pathname) ? 'page' : undefined
  if (/^\/api(\/|$)/.test(pathname)) return undefined
  return filePatterns.find(([, pattern]) => pattern.test(pathname))?.[0]
}

/** A rule of `InstallEvent.addRoutes()`. */
export type StaticRoute = {
  condition: { urlPattern: string } | { not: { urlPattern: string } }
  source: 'network'
}

/**
 * Requests that the browser sends directly to the network, without starting the service worker: to the API,
 * to `/healthz`, which the app uses to probe our server, and to other sites. They are frequent, and a request
 * that starts a stopped service worker would keep Chromium from replacing it with a new build. In browsers
 * without static routes, `classifyRequest()` leaves these requests to the network.
 */
export const staticRoutes: readonly StaticRoute[] = [
  { condition: { urlPattern: '/api/*' }, source: 'network' },
  { condition: { urlPattern: '/healthz' }, source: 'network' },
  { condition: { not: { urlPattern: '/*' } }, source: 'network' },
]
