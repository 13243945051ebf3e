import { certificateCache, isTypeface } from './build-files.ts'

/** The cache of the assets of one older build has this prefix and the id of the build that replaced it. */
const olderCachePrefix = 'assets-before-'
/** The name of the cache of the scripts and catalogues that only some locales, or only admins, need. */
export const localeAssetsCache = 'assets-of-locales'
/** The number of older builds whose scripts a tab that was never reloaded may still request. */
const maxOlderBuilds = 2

/**
 * The assets in a cache that a build does not have. Typefaces belong to no build: a certificate looks the
 * same in each.
 */
const findOlderAssets = async (cache: Cache, urls: ReadonlySet<string>): Promise<Request[]> =>
  (await cache.keys()).filter(
    ({ url }) => new URL(url).pathname.startsWith('/assets/') && !urls.has(url) && !isTypeface(url),
  )

/**
 * Runs at the installation of a build: copies the scripts and styles that only the previous build has. A tab
 * that still runs that build requests them when it opens another screen; by then the precache and the server
 * no longer have them.
 */
export const copyOlderAssets = async (
  caches: CacheStorage,
  { precache, build, urls }: { precache: string; build: string; urls: ReadonlySet<string> },
): Promise<void> => {
  for (const name of [precache, localeAssetsCache, certificateCache]) {
    const previousCache = await caches.open(name)
    for (const request of await findOlderAssets(previousCache, urls)) {
      const asset = await previousCache.match(request)
      if (asset) await (await caches.open(olderCachePrefix + build)).put(request, asset)
    }
  }
}

/**
 * Runs at the activation: deletes the assets that only even older builds had. `urls` are the URLs of the
 * build that takes over.
 */
export const dropOldestAssets = async (caches: CacheStorage, urls: ReadonlySet<string>): Promise<void> => {
  const olderCaches = (await caches.keys()).filter((name) => name.startsWith(olderCachePrefix))
  await Promise.all(olderCaches.slice(0, -maxOlderBuilds).map((name) => caches.delete(name)))
  for (const name of [localeAssetsCache, certificateCache]) {
    const cache = await caches.open(name)
    for (const request of await findOlderAssets(cache, urls)) await cache.delete(request)
  }
}
