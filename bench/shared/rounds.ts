/** The value that this share of them does not exceed. */
export const percentile = (times: number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)

/** How often each query is measured. */
export const rounds = 60

/** A row of the table: what was measured, and the ms that half and nearly all of its rounds took at most. */
export const measure = async (name: string, work: (round: number) => Promise<unknown>): Promise<string[]> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    await work(round)
    times.push(performance.now() - before)
  }
  return [name, percentile(times, 0.5), percentile(times, 0.95)]
}
