/** A file of the build: its URL, and the hash that verifies its content (Subresource Integrity). */
export type BuildFile = { url: string; integrity?: string | undefined }

/**
 * Returns the function that fetches a file of the build. The integrity check rejects the page of a captive
 * portal, a file of another build and a truncated file. The browser's HTTP cache may contain such a response
 * for as long as a year. The second attempt therefore bypasses every cache, and its response replaces the
 * cached one.
 */
export const createFetchBuildFile =
  (fetch: (request: Request) => Promise<Response>) =>
  async ({ url, integrity = '' }: BuildFile): Promise<Response> => {
    const fetchWith = (cache: RequestCache) => fetch(new Request(url, { cache, integrity }))
    return fetchWith('default').catch(() => fetchWith('reload'))
  }

export type FetchBuildFile = ReturnType<typeof createFetchBuildFile>

type BypassDeps = {
  fetch: (request: Request) => Promise<Response>
  findCached: (url: string) => Promise<Response | undefined>
}

/**
 * Returns the function that fetches a request that must bypass every cache, for example during a repair or
 * with a browser's developer tools. If the network has no such file, a cache still serves it: a tab with an
 * older build needs that build's scripts, and an offline page needs its images. If no cache has the file,
 * returns or throws the result of the network.
 */
export const createFetchBypassingCaches =
  ({ fetch, findCached }: BypassDeps) =>
  async (request: Request): Promise<Response> => {
    const networkResult = fetch(request)
    const response = await networkResult.catch(() => undefined)
    if (response?.ok) return response
    return (await findCached(request.url)) ?? networkResult
  }
