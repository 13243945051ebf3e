/** Caches of media. They can be fetched again, so they are deleted first when the device is full. */
export const mediaCaches = ['videos', 'pictures'] as const

/** Whether a write failed because this origin or the device has no room left. */
export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

/** Space for a coach's work: a reserve, and cached media that can be evicted. */
export type FreeSpace = {
  /** Deletes cached media, because the coach's work matters more. */
  freeMedia: () => Promise<void>
  /** Creates the reserve if it is missing; false if there is no room for it. */
  ensureReserve: () => Promise<boolean>
  /** Deletes the reserve to make room for an urgent write. */
  releaseReserve: () => Promise<void>
}

const reserveCache = 'reserve'
/** In bytes: about a thousand entries. */
const reserveSize = 1_048_576
/** In bytes: the most that `getRandomValues` fills in one call. */
const maxRandomBytes = 65_536

/** The content of the reserve: random bytes, because browsers may compress what they store. */
const createRandomBytes = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(reserveSize)
  for (let start = 0; start < reserveSize; start += maxRandomBytes) {
    crypto.getRandomValues(bytes.subarray(start, start + maxRandomBytes))
  }
  return bytes
}

/**
 * The reserve is a meaningless file in a separate cache. Deleting a cache frees its space immediately,
 * whereas a database frees its pages some time later. `caches` is missing on pages without TLS.
 */
export const createFreeSpace = (caches: CacheStorage | undefined): FreeSpace => ({
  freeMedia: async () => {
    await Promise.all(mediaCaches.map(async (name) => caches?.delete(name)))
  },
  ensureReserve: async () => {
    if (!caches) return true
    try {
      const cache = await caches.open(reserveCache)
      if ((await cache.keys()).length === 0) await cache.put('/reserve', new Response(createRandomBytes()))
      return true
    } catch {
      await caches.delete(reserveCache).catch(() => false)
      return false
    }
  },
  releaseReserve: async () => {
    await caches?.delete(reserveCache)
  },
})
