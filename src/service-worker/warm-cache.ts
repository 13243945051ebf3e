type Deps = {
  caches: Pick<CacheStorage, 'match'>
  fetch: (address: string) => Promise<Response>
}

/** Files on their way at the same time: a browser opens six connections to a server, and the page needs some of them. */
const parallel = 4

/**
 * At the installation: brings files into the browser's own HTTP cache, some at a time. Workbox requests one after the
 * other and then finds them there; on a slow line each of a hundred would cost a round trip, and the first visit would
 * have to last a minute to work without a connection. Only for files whose names change with their content.
 */
export const warmCache = async ({ caches, fetch }: Deps, addresses: readonly string[]): Promise<void> => {
  const left = addresses.values()
  const fetchNext = async () => {
    for (const address of left) {
      if (await caches.match(address)) continue
      // To its end: a browser caches what is whole. Workbox reports what fails.
      await fetch(address)
        .then((response) => response.arrayBuffer())
        .catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: parallel }, fetchNext))
}
