/** Caches that hold media: they can be fetched again, so they go first when the device is full. */
export const mediaCaches = ['videos', 'pictures'] as const

/** Whether a write failed because this origin or the device has no room left. */
export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

/** Space on the device for what a coach did: a reserve, and cached media that can be evicted. */
export type FreeSpace = {
  /** Evicts cached media, because what a coach did matters more. */
  freeMedia: () => Promise<void>
  /** Creates the reserve where it is missing; false when there is no room for it. */
  ensureReserve: () => Promise<boolean>
  /** Deletes the reserve, for a write that cannot wait. */
  releaseReserve: () => Promise<void>
}

const reserve = 'reserve'
/** bytes; a thousand entries */
const reserveSize = 1_048_576
/** bytes; `getRandomValues` fills no more at a time */
const mostRandom = 65_536

/** Random, because browsers may compress what they store. */
const ballast = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(reserveSize)
  for (let from = 0; from < reserveSize; from += mostRandom) {
    crypto.getRandomValues(bytes.subarray(from, from + mostRandom))
  }
  return bytes
}

/**
 * The reserve is a file without meaning in a cache of its own: deleting a cache frees its space at once, whereas a
 * database releases its pages at some later time. `caches` is missing on pages without TLS.
 */
export const createFreeSpace = (caches: CacheStorage | undefined): FreeSpace => ({
  freeMedia: async () => {
    await Promise.all(mediaCaches.map(async (name) => caches?.delete(name)))
  },
  ensureReserve: async () => {
    if (!caches) return true
    try {
      const cache = await caches.open(reserve)
      if ((await cache.keys()).length === 0) await cache.put('/reserve', new Response(ballast()))
      return true
    } catch {
      await caches.delete(reserve).catch(() => false)
      return false
    }
  },
  releaseReserve: async () => {
    await caches?.delete(reserve)
  },
})
