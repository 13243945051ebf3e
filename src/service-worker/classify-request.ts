/** What the service worker answers for: the app's page, or a file of it. */
export type Served = 'page' | 'words' | 'asset' | 'video' | 'picture'

/** Never the app: calls, addresses that other programs ask for, and everything that is a file. */
const outsideTheApp = [
  /^\/api(\/|$)/,
  /^\/\.well-known(\/|$)/,
  /^\/(healthz|readyz)$/,
  // Without the slash it is a file of the precache.
  /^\/recover\/$/,
  /\.[^/]+$/,
]

const files: readonly [Served, RegExp][] = [
  ['words', /^\/locales\//],
  ['asset', /^\/assets\//],
  ['video', /\.(webm|mp4)$/],
  // Screenshots are for the browser's own installation dialog.
  ['picture', /^(?!\/screenshots\/).*\.(webp|png|jpg|svg|vtt)$/],
]

/**
 * Which requests the service worker answers, and as what; undefined leaves a request to the network as if there were no
 * service worker. Only GET of our own origin: a body that is fetched again arrives empty on iOS. A request that wants no
 * cache gets none.
 */
export const servedAs = (
  { method, mode, cache, url }: Pick<Request, 'method' | 'mode' | 'cache' | 'url'>,
  origin: string,
): Served | undefined => {
  const { pathname, origin: asked } = new URL(url)
  if (method !== 'GET' || asked !== origin || cache === 'no-store') return undefined
  if (mode === 'navigate') return outsideTheApp.some((path) => path.test(pathname)) ? undefined : 'page'
  if (/^\/api(\/|$)/.test(pathname)) return undefined
  return files.find(([, path]) => path.test(pathname))?.[0]
}
