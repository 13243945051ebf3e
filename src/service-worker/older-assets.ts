const prefix = 'assets-before-'
/** The scripts of this build that only some locales need. */
export const localeAssets = 'assets-of-locales'
/** Builds whose scripts a tab that was never reloaded may still request. */
const olderBuilds = 2

const isAsset = ({ url }: Request): boolean => new URL(url).pathname.startsWith('/assets/')

/**
 * At the installation of a build: copies the scripts and styles that only the build before it has. A tab that still
 * runs that build requests them when it opens a further screen, and neither the precache nor the server has them then.
 */
export const copyOlderAssets = async (
  caches: CacheStorage,
  { precache, build, urls }: { precache: string; build: string; urls: ReadonlySet<string> },
): Promise<void> => {
  for (const name of [precache, localeAssets]) {
    const before = await caches.open(name)
    const left = (await before.keys()).filter((request) => isAsset(request) && !urls.has(request.url))
    for (const request of left) {
      const asset = await before.match(request)
      if (asset) await (await caches.open(prefix + build)).put(request, asset)
    }
  }
}

/** At the activation: drops what only still older builds had. `urls` are those of the build that takes over. */
export const dropOldestAssets = async (caches: CacheStorage, urls: ReadonlySet<string>): Promise<void> => {
  const older = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(older.slice(0, -olderBuilds).map((name) => caches.delete(name)))
  const scripts = await caches.open(localeAssets)
  for (const request of await scripts.keys()) if (!urls.has(request.url)) await scripts.delete(request)
}
