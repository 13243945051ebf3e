import type { Entry } from '../../outbox/entry/entry.ts'
import type { JournalRow } from '../../outbox/entry/journal.ts'
import type { DeviceState } from '../sync-log-store.ts'

/** An entry of coach-a on their phone. */
export const createEntry = (seq: number, change: Partial<Entry> = {}): Entry => ({
  key: `key-${seq}`,
  customer: 'coach-a',
  device: '00000000-0000-4000-8000-00000000000d',
  seq,
  lane: 'events',
  after: [],
  name: 'survey.answered.v1',
  schemaVersion: 1,
  payload: { video_id: 'training-1', answers: [{ question: 'q3', value: 'secret words' }] },
  payloadHash: 'f'.repeat(64),
  capturedAt: { device: 1000 * seq, corrected: 1000 * seq, zone: 'UTC' },
  state: { is: 'waiting' },
  tries: 0,
  attempts: [],
  ...change,
})

export const createRow = (id: number, change: Partial<JournalRow> = {}): JournalRow => ({
  id,
  at: 1000 * id,
  happened: 'captured',
  key: `key-${id}`,
  customer: 'coach-a',
  seq: id,
  name: 'survey.answered.v1',
  ...change,
})

export const createState = (change: Partial<DeviceState> = {}): DeviceState => ({
  entries: [],
  highest: 0,
  journal: [],
  reported: { row: 0, at: 0 },
  uploads: [],
  ...change,
})
