/** Requests of one kind under way together: as many as a browser opens connections that uploads leave free. */
const most = 4

/** Does work for each of many, a few at a time, and answers in their order. */
export const someAtOnce = async <T, R>(many: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const waiting = many.entries()
  const next = async () => {
    for (const [index, one] of waiting) results[index] = await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(most, many.length) }, next))
  return results
}
