import { certificateCache, isFont } from './build-files.ts'

// Assets are the scripts and styles of a build. A tab that still runs an older build needs the assets of that
// build when it opens another screen.

/**
 * The prefix of the names of the caches with the assets of older builds, one cache per build. After it comes
 * the id of the build that replaced them.
 */
const olderCachePrefix = 'assets-before-'
/** The name of the cache for the scripts and catalogues that only some locales, or only admins, need. */
export const localeAssetsCache = 'assets-of-locales'
/** How many older builds keep their assets, for tabs that were not reloaded. */
const maxOlderBuilds = 2

/**
 * Finds the assets in a cache that are not part of a build. `urls` are the URLs of the build. Fonts are the
 * same in every build, so they are never older assets.
 */
const findOlderAssets = async (cache: Cache, urls: ReadonlySet<string>): Promise<Request[]> =>
  (await cache.keys()).filter(
    ({ url }) => new URL(url).pathname.startsWith('/assets/') && !urls.has(url) && !isFont(url),
  )

/**
 * Copies the assets that are not part of the next build, during its installation. Afterwards, neither the
 * precache nor the server has them. `buildId` is the id of the next build, and `urls` are its URLs.
 */
export const copyOlderAssets = async (
  caches: CacheStorage,
  { precache, buildId, urls }: { precache: string; buildId: string; urls: ReadonlySet<string> },
): Promise<void> => {
  for (const name of [precache, localeAssetsCache, certificateCache]) {
    const previousCache = await caches.open(name)
    for (const request of await findOlderAssets(previousCache, urls)) {
      const asset = await previousCache.match(request)
      if (!asset) continue
      // Created only if there is an asset, because an empty cache would count as an older build.
      const olderCache = await caches.open(olderCachePrefix + buildId)
      await olderCache.put(request, asset)
    }
  }
}

/**
 * Deletes the assets of builds that are too old, during the activation of a build. `urls` are the URLs of
 * that build.
 */
export const dropOldestAssets = async (caches: CacheStorage, urls: ReadonlySet<string>): Promise<void> => {
  // `keys` lists the caches in the order of their creation, so the newest are the last.
  const olderCaches = (await caches.keys()).filter((name) => name.startsWith(olderCachePrefix))
  await Promise.all(olderCaches.slice(0, -maxOlderBuilds).map((name) => caches.delete(name)))
  // `copyOlderAssets` has copied the older assets of these caches.
  for (const name of [localeAssetsCache, certificateCache]) {
    const cache = await caches.open(name)
    for (const request of await findOlderAssets(cache, urls)) await cache.delete(request)
  }
}
