/** Files with a hash in their name never change. */
const immutable = 'public, max-age=31536000, immutable'
/** Revalidated at each use: these files decide which version of the app runs. */
const revalidated = 'no-cache'
const short = 'public, max-age=300, must-revalidate'
const day = 'public, max-age=86400'

/**
 * Whether a file is sent in full each time, without an ETag. With one, a cache that holds half of the file
 * would be told at each visit that its copy is current. These files are small, and the service worker checks
 * what it fetches.
 */
export const isUntagged = (path: string): boolean => /\.(?:html|webmanifest)$/.test(path)

/** The Cache-Control of a file of the site. */
export const cacheRule = (path: string): string => {
  if (path.startsWith('assets/')) return immutable
  if (/\.(?:html|webmanifest)$/.test(path) || /^(?:service-worker|sw)\.js$/.test(path)) return revalidated
  return /^(?:videos|icons|posters|logos|screenshots)\//.test(path) ? day : short
}
