/**
 * Fetches what is to come past every cache, as a repair and a browser's developer tools wish it. What the server has no more
 * is taken from a cache all the same: a tab that still runs an older build needs the scripts of that one.
 */
export const createFetchPastCaches =
  ({
    fetch,
    caches,
  }: {
    fetch: (request: Request) => Promise<Response>
    caches: Pick<CacheStorage, 'match'>
  }) =>
  async (request: Request): Promise<Response> => {
    const fetched = await fetch(request).catch((error: unknown) => ({ ok: false, error }) as const)
    if (fetched.ok) return fetched
    const cached = await caches.match(request.url)
    if (cached) return cached
    if ('error' in fetched) throw fetched.error
    return fetched
  }
