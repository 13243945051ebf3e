import { customType } from 'drizzle-orm/pg-core'
import type { Ranges } from '../../../src/contract/product-api/sync-report.ts'

/** Parses `{[1,3),[7,8)}`. PostgreSQL writes the end of a run as the number after its last one. */
export const readRanges = (text: string): Ranges =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, after]) => [Number(from), Number(after) - 1])

const writeRanges = (ranges: Ranges): string =>
  `{${ranges.map(([from, to]) => `[${from},${to + 1})`).join(',')}}`

/** A set of sequence numbers as a PostgreSQL multirange. A thousand numbers without a gap are one run. */
export const sequences = customType<{ data: Ranges; driverData: string }>({
  dataType: () => 'int8multirange',
  fromDriver: readRanges,
  toDriver: writeRanges,
})
