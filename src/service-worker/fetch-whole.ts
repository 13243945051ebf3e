/** A file of the build: its URL, and the hash that verifies its content (Subresource Integrity). */
export type BuildFile = { url: string; integrity?: string | undefined }

/**
 * Fetches a file of the build completely, or rejects: the page of a captive portal, a file of another build
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

type BypassDeps = {
  fetch: (request: Request) => Promise<Response>
  findCached: (url: string) => Promise<Response | undefined>
}

/**
 * Fetches a request that must bypass every cache, for example during a repair or with a browser's developer
 * tools. If the server no longer has the file, or it cannot be fetched, a cache still serves it: a tab with
 * an older build needs that build's scripts, and a page without a connection needs its pictures. If no cache
 * has it, returns or throws what the network gave.
 */
export const createFetchBypassingCaches =
  ({ fetch, findCached }: BypassDeps) =>
  async (request: Request): Promise<Response> => {
    const fetching = fetch(request)
    const response = await fetching.catch(() => undefined)
    if (response?.ok) return response
    return (await findCached(request.url)) ?? fetching
  }
