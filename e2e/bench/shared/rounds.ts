/** The percentile of the values: `share` of them do not exceed it. */
export const percentile = (times: number[], share: number): string =>
  (times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? 0).toFixed(1)

/** Number of measurements of each query. */
export const rounds = 60

/** A row of the table: the name, p50 and p95 of its rounds in ms. */
export const measure = async (name: string, work: (round: number) => Promise<unknown>): Promise<string[]> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const before = performance.now()
    await work(round)
    times.push(performance.now() - before)
  }
  return [name, percentile(times, 0.5), percentile(times, 0.95)]
}
