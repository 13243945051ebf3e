/** Caches that hold media: they can be fetched again, so they go first when the device is full. */
export const mediaCaches = ['videos', 'pictures'] as const

/** Whether a write failed because this origin or the device has no room left. */
export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

/** What is kept free, or can be, for what a coach did. */
export type Room = {
  /** Gives up cached media; what a coach did needs the room more. */
  freeMedia: () => Promise<void>
  /** Keeps the reserve, or makes it again; false when there is no room for it. */
  ensureReserve: () => Promise<boolean>
  /** Gives the reserve up, for what cannot wait. */
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
 * The room for the outbox is a file that means nothing: a cache, as a cache that is deleted is gone at once, where a
 * database gives its pages back when it likes. `caches` is missing on pages without TLS.
 */
export const createRoom = (caches: CacheStorage | undefined): Room => ({
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
