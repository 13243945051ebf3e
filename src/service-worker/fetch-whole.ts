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
