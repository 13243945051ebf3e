/** Requests of one kind at the same time. This leaves a browser connections beside uploads. */
const maxConcurrent = 4

/** Runs `work` for each item, a few at a time; resolves to the results in the order of `many`. */
export const mapConcurrently = async <T, R>(
  many: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = []
  const waiting = many.entries()
  const next = async () => {
    for (const [index, one] of waiting) results[index] = await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, many.length) }, next))
  return results
}
