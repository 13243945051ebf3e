import type { SyncReport } from '../../../src/contract/product-api/sync-report.ts'
import type { UploadCounts } from '../../../src/contract/product-api/upload-counts.ts'

/** The default device of a sign-in. */
export const testDevice = '00000000-0000-4000-8000-00000000000d'

/** The secret in that device's cookie. */
export const testSecret = 's'.repeat(43)

/** A device with one entry that waits, one that was deleted and one that arrived. */
export const createSampleReport = (customer: string): SyncReport => ({
  customer_id: customer,
  device: testDevice,
  version: '0.1.0+Ab-c_123',
  locale: 'pt-BR',
  pending: { to_send: 1, needs_you: 0, oldest_age: 60_000 },
  mine: { to_send: 1, needs_you: 0 },
  sequences: { highest: 3, pending: [[3, 3]], discarded: [[2, 2]] },
  clock_offset: -1200,
  storage: { usage: 5_000_000, quota: 1_000_000_000, persisted: true },
  errors: [{ code: 'no-answer', count: 1 }],
  rows: [
    { id: 1, at: 1_700_000_000_000, happened: 'captured', seq: 1, name: 'event.logged.v1' },
    {
      id: 2,
      at: 1_700_000_001_000,
      happened: 'delayed',
      seq: 3,
      name: 'survey.answered.v1',
      subject: 'training-1',
      code: 'no-answer',
      status: 0,
    },
  ],
})

/** The upload counts of that device. */
export const sampleUploads: UploadCounts = [
  { outcome: 'completed', count: 12 },
  { outcome: 'paused', reason: 'sign-in-needed', count: 1 },
  { outcome: 'retried', reason: 'busy', count: 3 },
]
