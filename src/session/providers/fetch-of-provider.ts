type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * `fetch` for providers. Where one cannot be reached while our own server can, the connection is not to blame: it fails as a
 * provider that is out of order does.
 */
export const createFetchOfProvider =
  (fetch: Fetch, isServerThere: () => Promise<boolean>): Fetch =>
  async (url, init) => {
    try {
      return await fetch(url, init)
    } catch (error) {
      // Only a connection that failed is a TypeError; a time limit and the caller's own abort are not.
      if (error instanceof TypeError && (await isServerThere())) return new Response(null, { status: 503 })
      throw error
    }
  }
