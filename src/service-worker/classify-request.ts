import { isInLocale } from '../config/path-locale.ts'

/** What the service worker responds to: a request for the app's page, or for a file of it. */
export type RequestClass = 'page' | 'recovery' | 'asset' | 'video' | 'image-or-caption'

/** Never the app: calls, addresses that other programs request, and everything that is a file. */
const outsideTheApp = [/^\/api(\/|$)/, /^\/\.well-known(\/|$)/, /^\/(healthz|readyz)$/, /\.[^/]+$/]
const isOfTheApp = (pathname: string): boolean =>
  isInLocale(pathname) || !outsideTheApp.some((path) => path.test(pathname))

const files: readonly [RequestClass, RegExp][] = [
  ['asset', /^\/assets\//],
  ['video', /\.(webm|mp4)$/],
  // Screenshots are for the browser's own installation dialog.
  ['image-or-caption', /^(?!\/screenshots\/).*\.(webp|png|jpg|svg|vtt)$/],
]

/** Whether a request wants to get past every cache; a navigation says so with each reload, and needs the shell. */
export const isPastCaches = ({ mode, cache }: Pick<Request, 'mode' | 'cache'>): boolean =>
  mode !== 'navigate' && (cache === 'no-store' || cache === 'reload')

/**
 * Which requests the service worker responds to, and as what; undefined leaves a request to the network as if there
 * were no service worker. Only GET of our own origin: a body that is fetched again arrives empty on iOS.
 */
export const classifyRequest = (
  { method, mode, url }: Pick<Request, 'method' | 'mode' | 'url'>,
  origin: string,
): RequestClass | undefined => {
  const address = new URL(url)
  const { pathname } = address
  if (method !== 'GET' || address.origin !== origin) return undefined
  // As people type it; without the slash it is a file of the precache.
  if (mode === 'navigate' && pathname === '/recover/') return 'recovery'
  if (mode === 'navigate') return isOfTheApp(pathname) ? 'page' : undefined
  if (/^\/api(\/|$)/.test(pathname)) return undefined
  return files.find(([, path]) => path.test(pathname))?.[0]
}
