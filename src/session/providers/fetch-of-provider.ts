type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/**
 * Wraps `fetch` for providers. If a provider cannot be reached but our own server can, the connection works:
 * the request then fails like a provider that is out of order.
 */
export const createFetchOfProvider =
  (fetch: Fetch, isServerThere: () => Promise<boolean>): Fetch =>
  async (url, init) => {
    try {
      return await fetch(url, init)
    } catch (error) {
      // Only a failed connection is a TypeError. A time limit and an abort by the caller are not.
      if (error instanceof TypeError && (await isServerThere())) return new Response(null, { status: 503 })
      throw error
    }
  }
