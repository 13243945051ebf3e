/** Names with a hash never change their content. */
const immutable = 'public, max-age=31536000, immutable'
/** Fetched or revalidated each time: what decides which version of the app runs. */
const revalidated = 'no-cache'
const short = 'public, max-age=300, must-revalidate'
const day = 'public, max-age=86400'

/**
 * Whether a file is sent whole each time, without a tag: a cache that holds half of it would hear at each visit that it
 * has the newest. These are small; whoever uses the service worker checks what it fetches.
 */
export const isUntagged = (path: string): boolean => /\.(?:html|webmanifest)$/.test(path)

/** How long a file of the site may be cached without asking again. */
export const cacheRule = (path: string): string => {
  if (path.startsWith('assets/')) return immutable
  if (/\.(?:html|webmanifest)$/.test(path) || /^(?:service-worker|sw)\.js$/.test(path)) return revalidated
  return /^(?:videos|icons|posters|logos|screenshots)\//.test(path) ? day : short
}
