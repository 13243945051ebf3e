import type { Draft } from '../store/outbox-store.ts'

/** A freshly captured entry, apart from the `given` properties. */
export const draft = (key: string, given: Partial<Draft> = {}): Draft => ({
  key,
  customer: 'coach-a',
  device: 'device',
  lane: 'events',
  after: [],
  name: 'event.logged.v1',
  schemaVersion: 1,
  payload: { event_id: 1, value: '' },
  payloadHash: 'f'.repeat(64),
  capturedAt: { device: 1000, corrected: 1000, zone: 'UTC' },
  state: { is: 'waiting' },
  tries: 0,
  attempts: [],
  ...given,
})

export const receipt = {
  key: crypto.randomUUID(),
  hash: 'f'.repeat(64),
  received_at: new Date(0).toISOString(),
  sequence: 9,
  key_id: '2026-01',
  signature: 'signed',
}
