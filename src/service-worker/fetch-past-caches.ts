/**
 * Fetches a request that must bypass every cache, for example during a repair or with a browser's developer
 * tools. If the server no longer has the file, or it cannot be fetched, a cache still serves it: a tab with
 * an older build needs that build's scripts, and a page without a connection needs its pictures.
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
