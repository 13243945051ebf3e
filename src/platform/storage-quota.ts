/** Caches that hold media: they can be fetched again, so they go first when the device is full. */
export const mediaCaches = ['videos', 'pictures'] as const

/** Whether a write failed because this origin or the device has no room left. */
export const isQuotaExceeded = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

/** Gives up cached media; what a coach did needs the room more. */
export const freeMedia = async (caches: CacheStorage): Promise<void> => {
  await Promise.all(mediaCaches.map((name) => caches.delete(name)))
}
