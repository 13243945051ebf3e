/** Browsers open six HTTP/1.1 connections per host. This leaves two for uploads. */
const maxConcurrent = 4

/** Maps items with an async function, a few at a time. The results have the order of the items. */
export const mapConcurrently = async <T, R>(
  items: readonly T[],
  mapper: (item: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  // All workers share this iterator, so each takes the next free item.
  const remaining = items.entries()
  const runWorker = async () => {
    for (const [index, item] of remaining) results[index] = await mapper(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, runWorker))
  return results
}
