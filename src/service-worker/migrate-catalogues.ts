const prefix = 'words-'

/**
 * The cache of message catalogues of one build. A new shell says things that older catalogues do not have, so that each
 * build has its own: what is shown always fits together.
 */
export const catalogueCacheOf = (build: string): string => `${prefix}${build}`

const olderCaches = async (caches: CacheStorage, current: string): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current)

/** At the installation of a new build: fetches again the catalogues of every locale that this device has. */
export const migrateCatalogues = async (
  { caches, fetch }: { caches: CacheStorage; fetch: (request: Request) => Promise<Response> },
  current: string,
): Promise<void> => {
  const catalogues = await caches.open(current)
  for (const name of await olderCaches(caches, current)) {
    const older = await caches.open(name)
    for (const request of await older.keys()) {
      const fresh = await fetch(new Request(request.url, { cache: 'no-cache' })).catch(() => undefined)
      const isCatalogue =
        fresh?.ok === true && (fresh.headers.get('Content-Type') ?? '').startsWith('application/json')
      // A catalogue that lacks something is better than a locale that is gone from the phone.
      const newest = isCatalogue ? fresh : await older.match(request)
      if (newest) await catalogues.put(request.url, newest)
    }
  }
}

/**
 * At the activation: the older shells are gone, and their catalogues with them. A locale that was opened after the new
 * build had been fetched, while it waited for the coach, is only there: it is copied.
 */
export const dropOlderCatalogues = async (caches: CacheStorage, current: string): Promise<void> => {
  const catalogues = await caches.open(current)
  for (const name of await olderCaches(caches, current)) {
    const older = await caches.open(name)
    for (const request of await older.keys()) {
      const missing = (await catalogues.match(request)) ? undefined : await older.match(request)
      if (missing) await catalogues.put(request.url, missing)
    }
    await caches.delete(name)
  }
}
