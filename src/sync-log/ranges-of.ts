import { reportLimits, type Ranges } from '../contract/product-api/sync-report.ts'

/**
 * Sequence numbers as runs. Where there are more runs than a report takes, the last one reaches over the holes between
 * the rest: a gap that is found later is better than one that is none.
 */
export const rangesOf = (numbers: Iterable<number>, most: number = reportLimits.ranges): Ranges => {
  const runs: Ranges = []
  for (const number of [...new Set(numbers)].toSorted((one, other) => one - other)) {
    if (number < 1) continue
    const last = runs.at(-1)
    if (last && (number === last[1] + 1 || runs.length === most)) last[1] = number
    else runs.push([number, number])
  }
  return runs
}
