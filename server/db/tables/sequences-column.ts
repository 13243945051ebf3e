import { customType } from 'drizzle-orm/pg-core'
import type { Ranges } from '../../../src/contract/product-api/sync-report.ts'

/**
 * Parses a multirange such as `{[1,3),[7,8)}`. PostgreSQL ends a range with the number after its last one.
 */
export const readRanges = (text: string): Ranges =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, first, end]) => [Number(first), Number(end) - 1])

const writeRanges = (ranges: Ranges): string =>
  `{${ranges.map(([first, last]) => `[${first},${last + 1})`).join(',')}}`

/** A set of sequence numbers as a PostgreSQL multirange. A thousand numbers without a gap are one range. */
export const sequences = customType<{ data: Ranges; driverData: string }>({
  dataType: () => 'int8multirange',
  fromDriver: readRanges,
  toDriver: writeRanges,
})
