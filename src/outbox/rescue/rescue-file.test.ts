import { expect, test } from 'vitest'
import { readEntry, type Entry } from '../entry/entry.ts'
import { createRescueContent } from './rescue-content.ts'
import { openRescueFile, sealRescueFile } from './rescue-file.ts'

const passphrase = 'correct horse battery'
const device = '00000000-0000-4000-8000-000000000000'

const entry = (given: Partial<Entry> = {}): Entry => ({
  key: '018f0000-0000-7000-8000-000000000001',
  customer: 'coach-a',
  device,
  seq: 7,
  lane: 'events',
  after: [],
  name: 'event.logged.v1',
  schemaVersion: 3,
  payload: { event_id: 3, value: 'my words' },
  payloadHash: 'f'.repeat(64),
  capturedAt: { device: 5, corrected: 6, zone: 'UTC' },
  state: { is: 'waiting' },
  tries: 0,
  attempts: [],
  ...given,
})

const content = createRescueContent(
  [
    entry(),
    entry({ key: '018f0000-0000-7000-8000-000000000002', customer: 'coach-b' }),
    entry({ key: '018f0000-0000-7000-8000-000000000003', name: 'pitch.watered.v9' }),
  ],
  { customer: 'coach-a', device, madeAt: 9 },
)

test('a file contains the unsent entries of one coach, in the bytes that the phone would have sent', () => {
  expect(content).toMatchObject({
    customer: 'coach-a',
    device,
    entries: [
      {
        seq: 7,
        correctedAt: 6,
        call: 'events',
        schema: 3,
        body: '{"customer_id":"coach-a","event_id":3,"value":"my words"}',
      },
    ],
    unreadable: [{ name: 'pitch.watered.v9' }],
  })
})

test('a file opens with its passphrase, and reveals nothing without it', async () => {
  const text = await sealRescueFile(content, passphrase)
  for (const secret of ['coach-a', 'my words', device, '018f0000']) expect(text).not.toContain(secret)
  expect(await openRescueFile(text, passphrase)).toEqual({ ok: true, value: content })
  expect(await openRescueFile(text, 'wrong horse battery')).toEqual({ ok: false, error: 'cannot-open' })
})

test('includes an entry unchanged that the reader would reject, and the file still opens', async () => {
  const odd = createRescueContent([entry(), entry({ key: 'no UUID' })], {
    customer: 'coach-a',
    device,
    madeAt: 9,
  })
  expect(odd).toMatchObject({ entries: [{ key: entry().key }], unreadable: [{ key: 'no UUID' }] })
  expect((await openRescueFile(await sealRescueFile(odd, passphrase), passphrase)).ok).toBe(true)
})

test('includes an entry without a customer, and none of another customer', () => {
  const rows = [readEntry({ key: 'broken', words: 'mine?' }), entry({ customer: 'coach-b' })]
  const found = createRescueContent(rows, { customer: 'coach-a', device, madeAt: 9 })
  expect(found).toMatchObject({ entries: [], unreadable: [{ key: 'broken', payload: { words: 'mine?' } }] })
})

test('reads rows that a browser too old for the app had stored', async () => {
  const mine = entry()
  const rows = [
    mine,
    entry({ customer: 'coach-b' }),
    { ...mine, name: 'pitch.watered.v9' },
    { customer: 'coach-a' },
  ]
  const found = { customer: 'coach-a', device, madeAt: 9, entries: [], unreadable: rows }
  const opened = await openRescueFile(await sealRescueFile(found, passphrase), passphrase)
  expect(opened).toMatchObject({ ok: true, value: { entries: [{ key: mine.key, call: 'events' }] } })
  expect(opened.ok && opened.value.unreadable).toHaveLength(3)
})

test('sealing the same content twice gives different bytes', async () => {
  const [one, other] = await Promise.all([
    sealRescueFile(content, passphrase),
    sealRescueFile(content, passphrase),
  ])
  expect(one).not.toBe(other)
})

test('accepts a passphrase however the keyboard composes its letters', async () => {
  const text = await sealRescueFile(content, 'caf\u00E9 da manh\u00E3')
  expect((await openRescueFile(text, 'cafe\u0301 da manha\u0303')).ok).toBe(true)
})

const damaged: [string, (file: Record<string, unknown>) => unknown, string][] = [
  ['another program', () => ({ format: 'something' }), 'not-a-rescue-file'],
  ['a newer version', (file) => ({ ...file, version: 2 }), 'unknown-version'],
  [
    'a byte that changed',
    (file) => ({ ...file, sealed: `AAAA${String(file['sealed']).slice(4)}` }),
    'cannot-open',
  ],
  ['its end cut off', (file) => ({ ...file, sealed: String(file['sealed']).slice(0, -40) }), 'cannot-open'],
  ['no content', (file) => ({ ...file, sealed: undefined }), 'cannot-open'],
  [
    'a changed header',
    (file) => ({ ...file, kdf: { ...Object(file['kdf']), iterations: 599_999 } }),
    'cannot-open',
  ],
  [
    'a header that would keep the browser busy for a day',
    (file) => ({ ...file, kdf: { ...Object(file['kdf']), iterations: 1e12 } }),
    'cannot-open',
  ],
]

test.each(damaged)('rejects a file with %s', async (_, damage, error) => {
  const file = JSON.parse(await sealRescueFile(content, passphrase))
  expect(await openRescueFile(JSON.stringify(damage(file)), passphrase)).toEqual({ ok: false, error })
})

test.each(['', '{', 'null', '[]', '7'])('%j is not a rescue file', async (text) => {
  expect(await openRescueFile(text, passphrase)).toEqual({ ok: false, error: 'not-a-rescue-file' })
})
