import { expect, test } from 'vitest'
import { addEstimate } from './storage-usage.ts'

const known = { modules: 5000, media: 1100, words: 20, app: 17, uploads: 300 }
const knownBytes = 6437

test.each([
  [
    'what the browser counts beyond what is known is other, not the app',
    { usage: 3_800_000_000, quota: 9_000_000_000 },
    { used: 3_800_000_000, quota: 9_000_000_000, kinds: { ...known, other: 3_800_000_000 - knownBytes } },
  ],
  [
    'the database that the browser reports is known',
    { usage: 10_000, usageDetails: { indexedDB: 1000 } },
    { used: 10_000, kinds: { ...known, database: 1000, other: 10_000 - knownBytes - 1000 } },
  ],
  [
    'an estimate of exactly what is known leaves nothing over',
    { usage: knownBytes },
    { used: knownBytes, kinds: known },
  ],
  [
    'an estimate smaller than what is known counts what is known',
    { usage: 4000, quota: 9000 },
    { used: knownBytes, quota: 9000, kinds: known },
  ],
  ['without an estimate, nothing is said about the whole', undefined, { kinds: known }],
])('%s', (_, estimate, usage) => {
  const measured = addEstimate(known, estimate)
  expect(measured).toEqual(usage)
  const sum = Object.values(measured.kinds).reduce((total, bytes) => total + bytes, 0)
  expect(sum).toBe(measured.used ?? knownBytes)
})
