import type { AppHealth } from '../../src/contract/product-api/health-api.ts'

export const sampleError = {
  place: 'page',
  version: '0.1.0+Ab-c_123',
  route: '/$locale/files',
  message: "TypeError: Cannot read properties of undefined (reading 'key')",
  stack: ['index-Ab12Cd34.js:1:2345'],
  count: 2,
}

/** The report of a device on which a page failed twice and was slow, and which uploaded a video. */
export const sampleHealth = {
  errors: [sampleError],
  vitals: [
    { vital: 'LCP', route: '/$locale/courses', value: 4100 },
    { vital: 'CLS', route: '/$locale/courses', value: 0.02 },
  ],
  uploads: [
    { outcome: 'completed', count: 1 },
    { outcome: 'paused', reason: 'offline', count: 3 },
    { outcome: 'retried', reason: 'busy', count: 4 },
    { outcome: 'signed-again', reason: 'credentials-refused', count: 1 },
  ],
} satisfies AppHealth
