import { expect, test } from 'vitest'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import type { ConnectivityState } from '../../platform/network/connectivity.ts'
import type { UploadCounts } from '../../uploads/use-uploads.ts'
import { getSyncStatus } from './sync-status.ts'

const now = 10_000_000
const format = { time: (at: number) => `at ${at}`, ago: (ms: number) => `${ms} ago` }
const online = { kind: 'online', online: true } as const
const offline = { kind: 'offline', online: false, since: 5 } as const
const captive = { kind: 'captive', online: false, since: 5 } as const
const maintenance = { kind: 'maintenance', online: true, since: 5, until: 9 } as const
const none = { unfinished: 0, needsAction: 0 }
const snapshot = (given: Partial<OutboxSnapshot> = {}): OutboxSnapshot => ({
  customer: 'coach-a',
  storage: 'ready',
  entries: [],
  toSend: 0,
  needsAction: 0,
  isSending: false,
  ...given,
})
const wait = { code: 'maintenance', since: 1, until: now + 60_000, told: true, failures: 1 } as const
const unexpectedError = { at: now, detail: 'TypeError: x is not a function' }
const { customer: _, ...nobody } = snapshot()

const findStatus = (
  given: OutboxSnapshot,
  connectivity: ConnectivityState = online,
  rest: { uploads?: UploadCounts; signedIn?: boolean } = {},
) => getSyncStatus(given, connectivity, { now, format, uploads: none, signedIn: true, ...rest })

test.each([
  ['nothing was ever sent', snapshot(), online, 'sync.allSaved', undefined],
  ['all is sent', snapshot({ deliveredAt: now - 5 }), online, 'sync.syncedNow', undefined],
  [
    'all was sent a while ago',
    snapshot({ deliveredAt: now - 180_000 }),
    online,
    'sync.syncedAgo',
    { ago: '180000 ago' },
  ],
  [
    'all was sent at a time that is still to come, by a clock that was set back',
    snapshot({ deliveredAt: now + 3_600_000 }),
    online,
    'sync.allSaved',
    undefined,
  ],
  ['something waits', snapshot({ toSend: 4 }), online, 'sync.toSend', { count: 4 }],
  ['something is on its way', snapshot({ toSend: 4, isSending: true }), online, 'sync.sending', { count: 4 }],
  [
    'another window has the turn, and delivers nothing',
    snapshot({ toSend: 4, isSending: true, blockedBy: 'other-tab' }),
    online,
    'sync.blockedByWindow',
    { count: 4 },
  ],
  [
    'the service worker has the turn, and waits for the server',
    snapshot({ toSend: 4, isSending: true, blockedBy: 'service-worker' }),
    online,
    'sync.noResponseYet',
    { count: 4 },
  ],
  [
    'the session ended',
    snapshot({ toSend: 4, wait: { ...wait, code: 'signed-out', told: false } }),
    online,
    'sync.signInToSend',
    { count: 4 },
  ],
  [
    'the server said until when',
    snapshot({ toSend: 4, wait }),
    online,
    'sync.pausedUntil',
    { count: 4, time: `at ${wait.until}` },
  ],
  [
    'that time is over',
    snapshot({ toSend: 4, wait: { ...wait, until: now } }),
    online,
    'sync.toSend',
    { count: 4 },
  ],
  [
    'a module was only opened, and its progress waits',
    snapshot({ toSend: 2, automatic: 2, deliveredAt: now }),
    online,
    'common.savedOnThisDevice',
    undefined,
  ],
  [
    'answers wait beside progress',
    snapshot({ toSend: 3, automatic: 2 }),
    online,
    'sync.toSend',
    { count: 1 },
  ],
  [
    'progress is on its way with answers',
    snapshot({ toSend: 3, automatic: 2, isSending: true }),
    online,
    'sync.sending',
    { count: 1 },
  ],
  [
    'progress waits for a sign-in',
    snapshot({ toSend: 2, automatic: 2, wait: { ...wait, code: 'signed-out', told: false } }),
    online,
    'sync.signInToSend',
    { count: 2 },
  ],
  [
    'there was maintenance, and entries are on their way',
    snapshot({ toSend: 4, isSending: true }),
    maintenance,
    'sync.sending',
    { count: 4 },
  ],
  [
    'there was maintenance, and another tab has delivered since',
    snapshot({ toSend: 4, deliveredAt: 6 }),
    maintenance,
    'sync.toSend',
    { count: 4 },
  ],
  [
    'the coach is needed',
    snapshot({ toSend: 4, needsAction: 1 }),
    online,
    'sync.needsYou',
    { count: 1, more: 4, total: 5 },
  ],
  [
    'an error in the app stopped the sending',
    snapshot({ toSend: 4, needsAction: 1, unexpectedError }),
    online,
    'sync.unexpected',
    { count: 4 },
  ],
  ['such an error left nothing to send', snapshot({ unexpectedError }), online, 'sync.allSaved', undefined],
  ['the disk cannot be read', snapshot({ storage: 'failed' }), online, 'sync.storageFailed', undefined],
] as const)('the status of the delivery when %s', (_, given, connectivity, message, values) => {
  const { connection, delivery } = findStatus(given, connectivity)
  expect(connection).toBeUndefined()
  expect(delivery?.message).toBe(message)
  expect(delivery?.values).toEqual(values)
})

const offlineSince = { message: 'sync.offlineSince', values: { time: 'at 5' } }
const maintenanceUntil = { message: 'sync.maintenanceUntil', values: { time: 'at 9' } }
const captiveNetwork = { message: 'sync.captive', tone: 'attention' }

test.each([
  ['there is no network', snapshot(), offline, offlineSince, { message: 'sync.allSaved' }],
  [
    'there is no network and something waits',
    snapshot({ toSend: 3 }),
    offline,
    offlineSince,
    { message: 'sync.toSend', values: { count: 3 } },
  ],
  [
    'there is no network and only progress waits',
    snapshot({ toSend: 2, automatic: 2 }),
    offline,
    offlineSince,
    { message: 'common.savedOnThisDevice' },
  ],
  [
    'there is no network and the coach is needed',
    snapshot({ toSend: 2, needsAction: 1 }),
    offline,
    offlineSince,
    { message: 'sync.needsYou', values: { count: 1, more: 2, total: 3 } },
  ],
  [
    'there is no network and the session ended',
    snapshot({ toSend: 4, wait: { ...wait, code: 'signed-out', told: false } }),
    offline,
    offlineSince,
    { message: 'sync.toSend', values: { count: 4 } },
  ],
  ['a Wi-Fi wants to be signed in to', snapshot(), captive, captiveNetwork, { message: 'sync.allSaved' }],
  [
    'a Wi-Fi wants to be signed in to and something waits',
    snapshot({ toSend: 4 }),
    captive,
    captiveNetwork,
    { message: 'sync.toSend', values: { count: 4 } },
  ],
  [
    'there is maintenance since the last delivery',
    snapshot({ deliveredAt: 4 }),
    maintenance,
    maintenanceUntil,
    { message: 'sync.syncedAgo' },
  ],
  [
    'there is maintenance and something waits',
    snapshot({ toSend: 4 }),
    maintenance,
    maintenanceUntil,
    { message: 'sync.toSend', values: { count: 4 } },
  ],
  ['nobody is signed in, without network', nobody, offline, offlineSince, undefined],
  ['the disk is still being read', snapshot({ storage: 'reading' }), offline, offlineSince, undefined],
] as const)(
  'shows connection and delivery side by side when %s',
  (_, given, connectivity, connection, delivery) => {
    const status = findStatus(given, connectivity)
    expect(status).toMatchObject({ connection, ...(delivery && { delivery }) })
    expect('delivery' in status).toBe(delivery !== undefined)
  },
)

test('asks for attention when another window holds up the sending, not when the server is slow to respond', () => {
  const findTone = (blockedBy: OutboxSnapshot['blockedBy'] & string) =>
    findStatus(snapshot({ toSend: 4, isSending: true, blockedBy })).delivery?.tone
  expect([findTone('other-tab'), findTone('service-worker')]).toEqual(['attention', 'waiting'])
})

test('leaves a visitor’s storage failure to the page that needs storage', () => {
  const failed = { ...nobody, storage: 'failed' } as const
  expect(findStatus(failed, online, { signedIn: false })).toEqual({})
  expect(findStatus(failed, offline, { signedIn: false }).delivery).toBeUndefined()
})

test.each([
  [
    'an upload needs the coach',
    snapshot(),
    online,
    { unfinished: 2, needsAction: 1 },
    'sync.filesNeedYou',
    1,
  ],
  [
    'it does offline',
    snapshot({ toSend: 3 }),
    offline,
    { unfinished: 2, needsAction: 2 },
    'sync.filesNeedYou',
    2,
  ],
  ['a file is on its way', snapshot(), online, { unfinished: 2, needsAction: 0 }, 'sync.filesToSend', 2],
  ['a file waits offline', snapshot(), offline, { unfinished: 2, needsAction: 0 }, 'sync.toSend', 2],
] as const)(
  'does not say that all is saved while %s, and links to the files',
  (_, given, reached, uploads, message, count) => {
    expect(findStatus(given, reached, { uploads }).delivery).toMatchObject({
      message,
      values: { count },
      isAboutFiles: true,
    })
  },
)

test('alarms the coach about a file that cannot be sent, not about a file that may be sent twice', () => {
  const uploads = { unfinished: 1, needsAction: 1 }
  expect(findStatus(snapshot(), online, { uploads }).delivery?.tone).toBe('attention')
  const questions = { ...uploads, areQuestions: true } as const
  const { delivery } = findStatus(snapshot(), online, { uploads: questions })
  expect(delivery).toMatchObject({ tone: 'waiting', message: 'sync.filesNeedYou', isAboutFiles: true })
})

test('puts an entry that needs the coach before an upload that does', () => {
  const uploads = { unfinished: 1, needsAction: 1 }
  const { delivery } = findStatus(snapshot({ needsAction: 1 }), online, { uploads })
  expect(delivery).toMatchObject({ message: 'sync.needsYou' })
  expect(delivery).not.toHaveProperty('isAboutFiles')
})

test.each([
  ['the disk is still being read', snapshot({ storage: 'reading' })],
  ['nobody is signed in', nobody],
])('shows no status while %s', (_, given) => {
  expect(findStatus(given)).toEqual({})
})

test('on a narrow screen gives the reason (sign in), not only the count', () => {
  const ended = snapshot({ toSend: 4, wait: { ...wait, code: 'signed-out', told: false } })
  expect(findStatus(ended).delivery?.shortMessage).toBe('sync.short.signIn')
})

test('offline, counts waiting files and entries together, and links to the entries', () => {
  const uploads = { unfinished: 2, needsAction: 0 }
  const { delivery } = findStatus(snapshot({ toSend: 3 }), offline, { uploads })
  expect(delivery).toMatchObject({ message: 'sync.toSend', values: { count: 5 } })
  expect(delivery?.isAboutFiles).toBeUndefined()
})
