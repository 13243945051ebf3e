import { isTypeface, paperFiles } from './build-files.ts'

const prefix = 'assets-before-'
/** The cache of the scripts of this build that only some locales, or only admins, need. */
export const localeAssets = 'assets-of-locales'
/** The number of older builds whose scripts a tab that was never reloaded may still request. */
const olderBuilds = 2

/**
 * The assets in a cache that a build does not have. Typefaces belong to no build: a certificate looks the
 * same in each.
 */
const olderIn = async (cache: Cache, urls: ReadonlySet<string>): Promise<Request[]> =>
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
  for (const name of [precache, localeAssets, paperFiles]) {
    const before = await caches.open(name)
    for (const request of await olderIn(before, urls)) {
      const asset = await before.match(request)
      if (asset) await (await caches.open(prefix + build)).put(request, asset)
    }
  }
}

/**
 * Runs at the activation: deletes the assets that only even older builds had. `urls` are the addresses of the
 * build that takes over.
 */
export const dropOldestAssets = async (caches: CacheStorage, urls: ReadonlySet<string>): Promise<void> => {
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(older.slice(0, -olderBuilds).map((name) => caches.delete(name)))
  for (const name of [localeAssets, paperFiles]) {
    const cache = await caches.open(name)
    for (const request of await olderIn(cache, urls)) await cache.delete(request)
  }
}
