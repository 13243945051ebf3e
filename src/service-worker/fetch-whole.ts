/** A file of the build: its address, and the hash that verifies its content (Subresource Integrity). */
export type BuildFile = { url: string; integrity?: string | undefined }

/**
 * Fetches a file of the build completely, or rejects: the page of a captive portal, a file of a newer build
 * and half of a file fail the integrity check. An HTTP cache may hold such a response for a year, or the
 * server may confirm at each visit that it is unchanged. The second try bypasses every cache and replaces
 * what they hold.
 */
export const createFetchWhole =
  (fetch: (request: Request) => Promise<Response>) =>
  async ({ url, integrity = '' }: BuildFile): Promise<Response> => {
    const request = (cache: RequestCache) => fetch(new Request(url, { cache, integrity }))
    return request('default').catch(() => request('reload'))
  }

export type FetchWhole = ReturnType<typeof createFetchWhole>

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
