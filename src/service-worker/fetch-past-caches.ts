/**
 * Fetches what is to come past every cache, as a repair and a browser's developer tools wish it. What the server has no more,
 * and what cannot be fetched, is taken from a cache all the same: a tab that still runs an older build needs the scripts of
 * that one, and a page without a connection its pictures.
 */
export const createFetchPastCaches =
  ({
    fetch,
    findCached,
  }: {
    fetch: (request: Request) => Promise<Response>
    findCached: (url: string) => Promise<Response | undefined>
  }) =>
  async (request: Request): Promise<Response> => {
    const fetched = await fetch(request).catch((error: unknown) => ({ ok: false, error }) as const)
    if (fetched.ok) return fetched
    const cached = await findCached(request.url)
    if (cached) return cached
    if ('error' in fetched) throw fetched.error
    return fetched
  }
