/** A file of the build: where it is, and what its content is checked by (Subresource Integrity). */
export type BuildFile = { url: string; integrity?: string | undefined }

/**
 * Fetches a file of the build, whole or not at all: what a captive portal, a newer build or half of the file is rejected.
 * A cache on the way may hold such a thing for a year, or hear from the server at each visit that it has not changed: the
 * second try gets past every cache, and puts right what they hold.
 */
export const createFetchWhole =
  (fetch: (request: Request) => Promise<Response>) =>
  async ({ url, integrity = '' }: BuildFile): Promise<Response> => {
    const request = (cache: RequestCache) => fetch(new Request(url, { cache, integrity }))
    return request('default').catch(() => request('reload'))
  }

export type FetchWhole = ReturnType<typeof createFetchWhole>
