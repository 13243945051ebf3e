import { isInLocale } from '../config/path-locale.ts'

/** The kinds of requests that the service worker responds to: for the app's page, or for one of its files. */
export type RequestClass = 'page' | 'recovery' | 'asset' | 'video' | 'image-or-caption'

/** Paths that are never a page of the app: API calls, paths for other programs, and files. */
const pathsWithoutPage = [/^\/api(\/|$)/, /^\/\.well-known(\/|$)/, /^\/(healthz|readyz)$/, /\.[^/]+$/]
const isPagePath = (pathname: string): boolean =>
  isInLocale(pathname) || !pathsWithoutPage.some((path) => path.test(pathname))

const filePatterns: readonly [RequestClass, RegExp][] = [
  ['asset', /^\/assets\//],
  ['video', /\.(webm|mp4)$/],
  // Screenshots are only for the browser's own installation dialog.
  ['image-or-caption', /^(?!\/screenshots\/).*\.(webp|png|jpg|svg|vtt)$/],
]

/**
 * Whether a request must bypass every cache. A navigation has these modes on each reload, but it needs the
 * app's page from the precache.
 */
export const mustBypassCaches = ({ mode, cache }: Pick<Request, 'mode' | 'cache'>): boolean =>
  mode !== 'navigate' && (cache === 'no-store' || cache === 'reload')

/**
 * Classifies the requests that the service worker responds to. Undefined leaves a request to the network, as
 * if there were no service worker. It responds only to GET of the same origin: on iOS, a body that is fetched
 * again arrives empty.
 */
export const classifyRequest = (
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): RequestClass | undefined => {
  const { origin: requestOrigin, pathname } = new URL(url)
  if (method !== 'GET' || requestOrigin !== origin) return undefined
  // People may type this path. Without the last slash it is a file of the precache.
  if (mode === 'navigate' && pathname === '/recover/') return 'recovery'
  if (mode === 'navigate') return isPagePath(pathname) ? 'page' : undefined
  if (/^\/api(\/|$)/.test(pathname)) return undefined
  return filePatterns.find(([, path]) => path.test(pathname))?.[0]
}

/** A rule of `InstallEvent.addRoutes()`. */
export type StaticRoute = {
  condition: { urlPattern: string } | { not: { urlPattern: string } }
  source: 'network'
}

/**
 * Requests that a browser sends past the service worker, without starting it: to the API, to the probe of our
 * server, and to other sites. While another build is to replace this service worker, a request that starts it
 * again would keep Chromium from replacing it. Browsers without static routes leave the requests to
 * `classifyRequest()`.
 */
export const staticRoutes: readonly StaticRoute[] = [
  { condition: { urlPattern: '/api/*' }, source: 'network' },
  { condition: { urlPattern: '/healthz' }, source: 'network' },
  { condition: { not: { urlPattern: '/*' } }, source: 'network' },
]
