/** The caches of media. Media can be fetched again, so they are deleted first when the device is full. */
export const mediaCaches = ['videos', 'pictures'] as const

/** Whether a write failed because this origin or the device has no room left. */
export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

/** Makes room for a coach's work: by a reserve, and by deleting cached media. */
export type FreeSpace = {
  /** Deletes the cached media. */
  freeMedia: () => Promise<void>
  /**
   * Creates the reserve if it is missing. Resolves to false if there is no room for it, or true in a browser
   * that cannot have one.
   */
  ensureReserve: () => Promise<boolean>
  /** Deletes the reserve to make room for an urgent write. */
  releaseReserve: () => Promise<void>
}

const reserveCache = 'reserve'
/** Enough for about a thousand outbox entries. */
const reserveBytes = 1_048_576
/** The maximum number of bytes that `getRandomValues` fills in one call. */
const maxRandomBytes = 65_536

/** Creates the content of the reserve: random bytes, because browsers may compress what they store. */
const createRandomBytes = (): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(reserveBytes)
  for (let start = 0; start < reserveBytes; start += maxRandomBytes) {
    crypto.getRandomValues(bytes.subarray(start, start + maxRandomBytes))
  }
  return bytes
}

/**
 * Frees space for a coach's work. The reserve is a file of random bytes in its own cache, because deleting a
 * cache frees its space immediately. IndexedDB frees the space of deleted records later. `caches` is missing
 * on pages without TLS.
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
