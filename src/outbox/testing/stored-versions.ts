const key = '0199c1a0-0000-7000-8000-000000000001'
const device = '00000000-0000-4000-8000-00000000000d'
const receipt = {
  key,
  hash: 'f'.repeat(64),
  received_at: '2026-11-21T14:02:00.000Z',
  sequence: 9,
  key_id: '2026-11',
  signature: 'signed',
}
const receiptOfEpoch = {
  ...receipt,
  epoch: '00000000-0000-4000-8000-0000000000e1',
  epoch_signature: 'signed-too',
}
const delivered = {
  key,
  customer: 'coach-a',
  device,
  seq: 7,
  lane: 'events',
  after: [],
  name: 'event.logged.v1',
  schemaVersion: 3,
  payload: { event_id: 3, value: '' },
  payloadHash: 'f'.repeat(64),
  capturedAt: { device: 1_763_733_600_000, corrected: 1_763_733_601_000, zone: 'UTC' },
  state: { is: 'waiting' },
  tries: 0,
  attempts: [],
}

/** For a version that differs only in what the rows could contain. */
const noRows = { entries: [], journal: [], receipts: [], copies: [] }

/**
 * The shapes in which phones have stored the outbox, oldest first, each with a sample row. A phone may hold a
 * row for months, so rows of every version stay readable.
 */
export const storedVersions = [
  {
    version: 1,
    since: '2026-11-21',
    change: 'The first form.',
    entries: [
      {
        key,
        customer: 'coach-a',
        device,
        seq: 7,
        lane: 'survey:training-1',
        after: [],
        name: 'survey.answered.v1',
        schemaVersion: 3,
        payload: { video_id: 'training-1', answers: [{ question: 'q1', value: 'a' }] },
        payloadHash: 'f'.repeat(64),
        capturedAt: { device: 1_763_733_600_000, corrected: 1_763_733_601_000, zone: 'America/Sao_Paulo' },
        state: {
          is: 'waiting',
          wait: { code: 'server-failed', since: 1, until: 2, told: false, failures: 1 },
        },
        tries: 1,
        attempts: [{ at: 1, status: 500, code: 'server-failed', requestId: 'request' }],
      },
      {
        key,
        customer: 'coach-a',
        device,
        seq: 8,
        lane: 'certificate:training',
        after: ['survey:training-1'],
        name: 'certificate.requested.v1',
        schemaVersion: 3,
        payload: { course_id: 'training', isFIFA: false },
        payloadHash: 'f'.repeat(64),
        capturedAt: { device: 1_763_733_600_000, corrected: 1_763_733_601_000, zone: 'UTC' },
        state: { is: 'needs-you', reason: { code: 'invalid-body', status: 422, path: 'course_id' } },
        tries: 1,
        attempts: [],
      },
    ],
    journal: [
      { id: 1, at: 1, happened: 'captured', key, customer: 'coach-a', seq: 7, name: 'survey.answered.v1' },
      {
        id: 2,
        at: 2,
        happened: 'delivered',
        key,
        customer: 'coach-a',
        seq: 7,
        name: 'survey.answered.v1',
        subject: 'training-1',
        receipt,
      },
    ],
    receipts: [
      {
        customer: 'coach-a',
        seq: 7,
        name: 'survey.answered.v1',
        subject: 'training-1',
        capturedAt: 1,
        deliveredAt: 2,
        receipt,
      },
    ],
    copies: [],
  },
  {
    version: 2,
    since: '2026-11-22',
    change: 'Rescue files say when an entry was captured by the corrected clock, too.',
    ...noRows,
  },
  {
    version: 3,
    since: '2026-11-22',
    change: 'A record says whose number it names: a device whose storage was lost is another one.',
    entries: [],
    journal: [
      {
        id: 1,
        at: 1,
        happened: 'restored',
        key,
        customer: 'coach-a',
        device,
        seq: 7,
        name: 'survey.answered.v1',
      },
    ],
    receipts: [],
    copies: [],
  },
  {
    version: 4,
    since: '2026-11-22',
    change: 'Copies of delivered entries stay for a while. Receipts name the epoch of the database.',
    entries: [{ ...delivered, receipt: receiptOfEpoch }],
    journal: [
      { id: 3, at: 3, happened: 'returned', key, customer: 'coach-a', seq: 7, name: 'event.logged.v1' },
    ],
    receipts: [
      {
        customer: 'coach-a',
        seq: 7,
        name: 'event.logged.v1',
        subject: 'event-3',
        capturedAt: 1,
        deliveredAt: 2,
        receipt: receiptOfEpoch,
      },
    ],
    copies: [{ id: 1, entry: { ...delivered, receipt: receiptOfEpoch }, deliveredAt: 2, bytes: 700 }],
  },
  {
    version: 5,
    since: '2026-11-22',
    change: 'A rescue file may hold what the server signed about its device.',
    ...noRows,
  },
  {
    version: 6,
    since: '2026-11-22',
    change: 'An entry may be refused because its account was deleted, and wait for a password.',
    entries: [
      {
        key,
        customer: 'coach-a',
        device,
        seq: 7,
        lane: 'events',
        after: [],
        name: 'event.logged.v1',
        schemaVersion: 3,
        payload: { event_id: 3, value: '' },
        payloadHash: 'f'.repeat(64),
        capturedAt: { device: 1_763_733_600_000, corrected: 1_763_733_601_000, zone: 'UTC' },
        state: { is: 'needs-you', reason: { code: 'account-erased', status: 410 } },
        tries: 1,
        attempts: [{ at: 1, status: 410, code: 'account-erased', requestId: 'request' }],
      },
    ],
    journal: [],
    receipts: [],
    copies: [],
  },
  {
    version: 7,
    since: '2026-11-23',
    change: 'An entry may wait for an identity provider that does not respond.',
    entries: [
      {
        ...delivered,
        state: {
          is: 'waiting',
          wait: { code: 'provider-away', since: 1, until: 2, told: false, failures: 1 },
        },
        tries: 1,
        attempts: [{ at: 1, status: 401, code: 'provider-away', requestId: 'request' }],
      },
    ],
    journal: [],
    receipts: [],
    copies: [],
  },
  {
    version: 8,
    since: '2026-11-26',
    change: 'A rescue file may say in which time zone an entry was captured.',
    ...noRows,
  },
  {
    version: 9,
    since: '2026-11-30',
    change: 'The list of codes contains one for admins, which no entry gets.',
    ...noRows,
  },
]
