const prefix = 'words-'

/**
 * The cache of words of one build. A new shell says things that the words of an older one do not have, so that each has
 * its own: what is shown always fits together.
 */
export const wordsCacheOf = (build: string): string => `${prefix}${build}`

const olderCaches = async (caches: CacheStorage, current: string): Promise<string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== current)

/** At the installation of a new build: fetches anew the words of every locale that this device has. */
export const carryWords = async (
  { caches, fetch }: { caches: CacheStorage; fetch: (request: Request) => Promise<Response> },
  current: string,
): Promise<void> => {
  const words = await caches.open(current)
  for (const name of await olderCaches(caches, current)) {
    const older = await caches.open(name)
    for (const request of await older.keys()) {
      const fresh = await fetch(new Request(request.url, { cache: 'no-cache' })).catch(() => undefined)
      const isWords =
        fresh?.ok === true && (fresh.headers.get('Content-Type') ?? '').startsWith('application/json')
      // Words that lack something are better than a locale that is gone from the phone.
      const kept = isWords ? fresh : await older.match(request)
      if (kept) await words.put(request.url, kept)
    }
  }
}

/**
 * At the activation: the older shells are gone, and their words with them. A locale that was opened after the new build had
 * been fetched, while it waited for the coach, is only there: it comes along.
 */
export const dropOlderWords = async (caches: CacheStorage, current: string): Promise<void> => {
  const words = await caches.open(current)
  for (const name of await olderCaches(caches, current)) {
    const older = await caches.open(name)
    for (const request of await older.keys()) {
      const kept = (await words.match(request)) ? undefined : await older.match(request)
      if (kept) await words.put(request.url, kept)
    }
    await caches.delete(name)
  }
}
