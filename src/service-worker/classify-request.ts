import { isInLocale } from '../config/path-locale.ts'

/** The kinds of requests that the service worker responds to: for the app's page, or for one of its files. */
export type RequestClass = 'page' | 'recovery' | 'asset' | 'video' | 'image-or-caption'

/** Paths that are never a page of the app: API calls, addresses for other programs, and files. */
const outsideTheApp = [/^\/api(\/|$)/, /^\/\.well-known(\/|$)/, /^\/(healthz|readyz)$/, /\.[^/]+$/]
const isOfTheApp = (pathname: string): boolean =>
  isInLocale(pathname) || !outsideTheApp.some((path) => path.test(pathname))

const files: readonly [RequestClass, RegExp][] = [
  ['asset', /^\/assets\//],
  ['video', /\.(webm|mp4)$/],
  // Screenshots are only for the browser's own installation dialog.
  ['image-or-caption', /^(?!\/screenshots\/).*\.(webp|png|jpg|svg|vtt)$/],
]

/**
 * Whether a request must bypass every cache. A navigation sets the same modes on each reload but needs the
 * shell.
 */
export const isPastCaches = ({ mode, cache }: Pick<Request, 'mode' | 'cache'>): boolean =>
  mode !== 'navigate' && (cache === 'no-store' || cache === 'reload')

/**
 * Classifies the requests that the service worker responds to. Undefined leaves a request to the network, as
 * if there were no service worker. Only GET of the same origin: a body that is fetched again arrives empty on
 * iOS.
 */
export const classifyRequest = (
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): RequestClass | undefined => {
  const address = new URL(url)
  const { pathname } = address
  if (method !== 'GET' || address.origin !== origin) return undefined
  // The form that people type. Without the slash it is a file of the precache.
  if (mode === 'navigate' && pathname === '/recover/') return 'recovery'
  if (mode === 'navigate') return isOfTheApp(pathname) ? 'page' : undefined
  if (/^\/api(\/|$)/.test(pathname)) return undefined
  return files.find(([, path]) => path.test(pathname))?.[0]
}

/** A rule of `InstallEvent.addRoutes()`. */
export type StaticRoute = {
  condition: { urlPattern: string } | { not: { urlPattern: string } }
  source: 'network'
}

/**
 * Requests that a browser sends past the service worker, without starting it: to the API, to ask whether our
 * server is there, and to other sites. A
 * request that restarts a service worker while another build is to take its place keeps Chromium from
 * changing them. Browsers without static routes leave the requests to `classifyRequest()`.
 */
export const staticRoutes: readonly StaticRoute[] = [
  { condition: { urlPattern: '/api/*' }, source: 'network' },
  { condition: { urlPattern: '/healthz' }, source: 'network' },
  { condition: { not: { urlPattern: '/*' } }, source: 'network' },
]
