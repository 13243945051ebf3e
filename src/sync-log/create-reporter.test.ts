import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { ResponseOf } from '../contract/product-api.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { reportApi } from '../contract/product-api/report-api.ts'
import { syncReport, type SyncReport } from '../contract/product-api/sync-report.ts'
import { ok, fail } from '../lib/result.ts'
import { createReporter } from './create-reporter.ts'
import { createEntry, createRow, createState } from './testing/device-state.ts'
import type { DeviceState, ReportedPosition } from './sync-log-store.ts'

const device = '00000000-0000-4000-8000-00000000000d'

const earlierDevice = '00000000-0000-4000-8000-00000000000e'

const start = (given: Partial<DeviceState> = {}) => {
  const world = {
    now: 1_000_000,
    session: { customer: 'coach-a', locale: 'pt-BR' } as { customer: string; locale: 'pt-BR' } | undefined,
    state: createState({
      highest: 2,
      journal: [createRow(1), createRow(2)],
      entries: [createEntry(2)],
      ...given,
    }),
    reported: new Map<string, ReportedPosition>(),
    sent: [] as SyncReport[],
    /** The reports about uploads, each with the number of sync reports sent before it. */
    uploads: [] as [after: number, body: unknown][],
    /** The customers whose accounts the server has erased. Undefined: an older server, without this call. */
    erased: [] as string[] | undefined,
    /** The customers that the device asked about, by request. */
    askedAbout: [] as string[][],
    deleted: [] as string[],
    ownersOfWork: [] as string[],
    takesUploads: true,
    failing: undefined as 'no-answer' | 'invalid-body' | 'too-many-requests' | 'signed-out' | undefined,
    device,
    /** The device for which the session was opened, if it differs. */
    sessionDevice: undefined as string | undefined,
    /** Fields that the server's next responses contain. */
    says: [] as Partial<ResponseOf<'syncReport'>>[],
    /** Sequence numbers; -1 for an entry under an earlier id of the phone. */
    sentAgain: [] as number[],
    renewed: 0,
    canRenew: true,
    warned: [] as string[],
    forgot: [] as (string | undefined)[],
    sentOne: (): void => undefined,
    /** The customer of each less urgent message, with the number of sync reports sent before it. */
    afterReport: [] as [number, string][],
    beforeSendingAgain: Promise.resolve(),
  }
  const call = (async (name: string, body: unknown) => {
    if (name === 'syncUploads') {
      world.uploads.push([world.sent.length, v.parse(reportApi.syncUploads.body, body)])
      return world.takesUploads ? ok({}) : fail({ code: 'not-found', status: 404 })
    }
    if (name === 'erasedCustomers') {
      const { customers } = v.parse(reportApi.erasedCustomers.body, body)
      world.askedAbout.push(customers)
      return world.erased ? ok({ erased: world.erased }) : fail({ code: 'not-found', status: 404 })
    }
    world.sent.push(v.parse(syncReport, body))
    world.sentOne()
    const { failing } = world
    if (failing === 'signed-out' && world.canRenew && world.renewed > 0) world.failing = undefined
    if (world.failing) return fail({ code: world.failing, status: world.failing === 'no-answer' ? 0 : 422 })
    if (world.sessionDevice !== undefined && world.sessionDevice !== world.sent.at(-1)?.device)
      return fail({ code: 'invalid-body', status: 422, path: 'device' })
    return ok({ acknowledged: 0, ...world.says.shift() })
  }) as ProductApiClient['call']
  const { report } = createReporter({
    store: {
      read: async (customer) => ({
        ...world.state,
        reported: world.reported.get(customer) ?? { row: 0, at: 0 },
      }),
      saveReported: async (customer, reported) => void world.reported.set(customer, reported),
      forgetOthers: async (signedIn) => void world.forgot.push(signedIn),
    },
    api: { call },
    locks: { hold: (_name, _patience, work) => work(new AbortController().signal) },
    session: () => world.session,
    device: async () => world.device,
    version: async () => '0.1.0+abcdefgh',
    moment: async () => ({ device: 5, corrected: 1005, zone: 'UTC' }),
    sendAgain: async (_customer, isLost) => {
      await world.beforeSendingAgain
      for (let seq = 1; seq <= 9; seq += 1) if (isLost({ device, seq })) world.sentAgain.push(seq)
      if (isLost({ device: earlierDevice, seq: 1 })) world.sentAgain.push(-1)
    },
    ownersOfWork: async () => world.ownersOfWork,
    deletedCustomers: async () => world.deleted,
    addDeletedCustomers: async (ids) => void (world.deleted = [...world.deleted, ...ids]),
    renewSession: async () => {
      world.renewed += 1
      if (world.sessionDevice !== undefined) world.device = world.sessionDevice
      return world.canRenew
    },
    afterReport: async (customer) => void world.afterReport.push([world.sent.length, customer]),
    storage: async () => ({ usage: 1, quota: 2, persisted: false }),
    now: () => world.now,
    log: { warn: (message) => world.warned.push(message), error: () => undefined },
  })
  return { world, report }
}

test('sends a report that fits the contract, with the manifest and the rows, and no text of a coach', async () => {
  const { world, report } = start()
  expect(await report()).toBe(true)
  expect(world.sent).toHaveLength(1)
  expect(world.sent[0]).toMatchObject({
    customer_id: 'coach-a',
    device: '00000000-0000-4000-8000-00000000000d',
    version: '0.1.0+abcdefgh',
    locale: 'pt-BR',
    clock_offset: 1000,
    pending: { to_send: 1 },
    rows: [{ id: 1 }, { id: 2, name: 'survey.answered.v1', seq: 2, happened: 'captured' }],
  })
  expect(JSON.stringify(world.sent)).not.toContain('secret words')
})

test('does not resend acknowledged rows, and sends nothing for five minutes when nothing has happened', async () => {
  const { world, report } = start()
  await report()
  await report()
  expect(world.sent).toHaveLength(1)
  world.state = { ...world.state, journal: [...world.state.journal, createRow(3, { happened: 'delayed' })] }
  await report()
  expect(world.sent[1]?.rows.map(({ id }) => id)).toEqual([3])
  world.now += 300_000
  await report()
  expect(world.sent[2]?.rows).toEqual([])
})

test('runs less urgent sends once the report has arrived, and also when there was none to send', async () => {
  const { world, report } = start()
  world.failing = 'no-answer'
  await report()
  expect(world.afterReport).toEqual([])
  world.failing = undefined
  await report()
  await report()
  expect(world.afterReport).toEqual([
    [2, 'coach-a'],
    [2, 'coach-a'],
  ])
  world.session = undefined
  await report()
  expect(world.afterReport).toHaveLength(2)
})

test('sends a long log page by page', async () => {
  const journal = Array.from({ length: 450 }, (_, at) => createRow(at + 1))
  const { world, report } = start({ highest: 450, journal, entries: [] })
  await report()
  expect(world.sent.map(({ rows }) => rows.length)).toEqual([200, 200, 50])
  expect(world.reported.get('coach-a')?.row).toBe(450)
})

test('stops after a page during which another customer signed in', async () => {
  const journal = Array.from({ length: 450 }, (_, at) => createRow(at + 1))
  const { world, report } = start({ highest: 450, journal, entries: [] })
  world.sentOne = () => void (world.session = { customer: 'coach-b', locale: 'pt-BR' })
  expect(await report()).toBe(true)
  expect(world.sent.map(({ customer_id }) => customer_id)).toEqual(['coach-a'])
  expect(world.forgot).toEqual(['coach-b'])
})

test('skips the rows of another customer, and reports them when that customer is signed in', async () => {
  const { world, report } = start({ journal: [createRow(1, { customer: 'coach-b' }), createRow(2)] })
  await report()
  expect(world.sent[0]?.rows.map(({ id }) => id)).toEqual([2])
  world.session = { customer: 'coach-b', locale: 'pt-BR' }
  await report()
  expect(world.sent[1]).toMatchObject({ customer_id: 'coach-b', rows: [{ id: 1 }] })
})

test('asks which other customers have deleted their accounts, and does not count their entries', async () => {
  const { world, report } = start({
    journal: [createRow(1), createRow(2, { customer: 'coach-c' })],
    entries: [createEntry(1), createEntry(3, { customer: 'coach-b' })],
    highest: 3,
  })
  // An answer about anybody else would delete the wrong coach's work.
  world.erased = ['coach-b', 'coach-a', 'coach-x']
  // Has only an unfinished upload or a draft.
  world.ownersOfWork = ['coach-a', 'coach-d']
  expect(await report()).toBe(true)
  expect(world.askedAbout).toEqual([['coach-b', 'coach-c', 'coach-d']])
  expect(world.deleted).toEqual(['coach-b'])
  expect(world.sent[0]).toMatchObject({ pending: { to_send: 1, oldest_age: 999_000 } })
  world.now += 300_000
  await report()
  expect(world.askedAbout[1]).toEqual(['coach-c', 'coach-d'])
  expect(world.sent[1]).toMatchObject({ pending: { to_send: 1 } })
})

test('counts the entries of other customers as long as no server says that their accounts are gone', async () => {
  const { world, report } = start({ entries: [createEntry(2, { customer: 'coach-b' })] })
  world.erased = undefined
  expect(await report()).toBe(true)
  expect(world.deleted).toEqual([])
  expect(world.sent[0]).toMatchObject({ pending: { to_send: 1 } })
  const alone = start()
  await alone.report()
  expect(alone.world.askedAbout).toEqual([])
})

test('asks about other customers once for all pages of a report', async () => {
  const journal = Array.from({ length: 450 }, (_, at) => createRow(at + 1))
  const { world, report } = start({
    highest: 450,
    journal,
    entries: [createEntry(1, { customer: 'coach-b' })],
  })
  await report()
  expect([world.sent.length, world.askedAbout]).toEqual([3, [['coach-b']]])
})

test('skips a row that the contract cannot represent, and sends the others', async () => {
  const broken = createRow(1, { name: 'What is this?', at: Number.NaN })
  const { world, report } = start({ journal: [broken, createRow(2)] })
  await report()
  expect(world.sent[0]?.rows.map(({ id }) => id)).toEqual([2])
  expect(world.reported.get('coach-a')?.row).toBe(2)
})

test.each([
  ['no-answer', 0],
  ['too-many-requests', 0],
  ['invalid-body', 1],
] as const)('after %s sends the same rows again, and logs %i warnings', async (code, warnings) => {
  const { world, report } = start()
  world.failing = code
  expect(await report()).toBe(false)
  expect(world.warned).toHaveLength(warnings)
  expect(world.reported.size).toBe(0)
  world.failing = undefined
  expect(await report()).toBe(true)
  expect(world.sent[1]?.rows).toEqual(world.sent[0]?.rows)
})

test('does not throw when the disk cannot be read', async () => {
  const { world, report } = start()
  world.reported.get = () => {
    throw new Error('The disk is broken')
  }
  expect(await report()).toBe(false)
  expect(world.warned).toHaveLength(1)
})

test('sends nothing when signed out', async () => {
  const { world, report } = start()
  world.session = undefined
  expect(await report()).toBe(true)
  expect(world.sent).toEqual([])
})

test('sends the entries again whose numbers the server is missing', async () => {
  const { world, report } = start()
  world.says = [
    {
      last_row: 0,
      missing: [
        [2, 3],
        [7, 7],
      ],
    },
  ]
  expect(await report()).toBe(true)
  expect(world.sentAgain).toEqual([2, 3, 7])
})

test('sends rows again, once, to a server that has lost them', async () => {
  const { world, report } = start({ journal: [createRow(1), createRow(2), createRow(3)] })
  await report()
  world.state = { ...world.state, journal: [...world.state.journal, createRow(4)] }
  world.says = [{ last_row: 1 }, { last_row: 1 }]
  expect(await report()).toBe(true)
  expect(world.sent.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[1, 2, 3], [4], [2, 3, 4]])
  expect(world.reported.get('coach-a')?.row).toBe(4)
  // The server may have lost entries of an earlier id too, and no report asks for those.
  expect(world.sentAgain).toEqual([-1])
})

test('resends lost rows at the next start when the app was closed before it could', async () => {
  const { world, report } = start({ journal: [createRow(1), createRow(2), createRow(3)] })
  await report()
  world.state = { ...world.state, journal: [...world.state.journal, createRow(4)] }
  world.says = [{ last_row: 1 }]
  world.beforeSendingAgain = new Promise(() => undefined)
  void report()
  await expect.poll(() => world.sent.length).toBe(2)
  await new Promise((resolve) => setTimeout(resolve))
  world.says = [{ last_row: 1 }]
  world.beforeSendingAgain = Promise.resolve()
  await report()
  expect(world.sentAgain).toEqual([-1])
})

test('does not resend rows to a server that has all the customer’s rows, with others’ rows after them', async () => {
  const { world, report } = start({ journal: [createRow(1), createRow(2, { customer: 'coach-b' })] })
  await report()
  world.now += 300_000
  world.says = [{ last_row: 1, missing: [] }]
  await report()
  expect(world.sent.map(({ rows }) => rows.map(({ id }) => id))).toEqual([[1], []])
})

test('renews a session that the server does not know, as the server may have been restored', async () => {
  const { world, report } = start()
  world.failing = 'signed-out'
  expect(await report()).toBe(true)
  expect([world.renewed, world.sent.length]).toEqual([1, 2])
})

test('logs no warning when the session cannot be renewed', async () => {
  const { world, report } = start()
  world.canRenew = false
  world.failing = 'signed-out'
  expect(await report()).toBe(false)
  expect([world.sent.length, world.warned]).toEqual([1, []])
})

test('reopens a session of another device, opened by an older app, and reports under that device’s id', async () => {
  const { world, report } = start()
  world.sessionDevice = '00000000-0000-4000-8000-00000000000f'
  expect(await report()).toBe(true)
  expect(world.sent.map((sent) => sent.device)).toEqual([device, world.sessionDevice])
})

test('stops reopening a session that belongs to another device each time', async () => {
  const { world, report } = start()
  world.sentOne = () => void (world.sessionDevice = `00000000-0000-4000-8000-00000000000${world.sent.length}`)
  expect(await report()).toBe(false)
  expect([world.renewed, world.sent.length]).toEqual([1, 2])
})

const counted = [
  { outcome: 'completed', count: 2 },
  { outcome: 'retried', reason: 'busy', count: 5 },
]

test('sends the upload counts after the last page of a report, when the server’s total differs', async () => {
  const journal = Array.from({ length: 250 }, (_, at) => createRow(at + 1))
  const { world, report } = start({ highest: 250, journal, entries: [], uploads: counted })
  world.says = [{ uploads: 6 }, { uploads: 6 }]
  expect(await report()).toBe(true)
  expect(world.uploads).toEqual([[2, { customer_id: 'coach-a', device, uploads: counted }]])
})

test('does not resend upload counts that the server already has', async () => {
  const { world, report } = start({ uploads: counted })
  world.says = [{ uploads: 7 }]
  await report()
  expect(world.uploads).toEqual([])
})

test('sends an empty list of uploads to a server that has none', async () => {
  const { world, report } = start()
  world.says = [{ uploads: null }]
  await report()
  expect(world.uploads).toEqual([[1, { customer_id: 'coach-a', device, uploads: [] }]])
})

test('sends no upload counts to a server of the previous release, which lacks the call', async () => {
  const { world, report } = start({ uploads: counted })
  expect(await report()).toBe(true)
  expect(world.uploads).toEqual([])
})

test('a refused list of uploads does not fail the report, and is sent again with the next', async () => {
  const { world, report } = start({ uploads: counted })
  world.takesUploads = false
  world.says = [{ uploads: null }, { uploads: null }]
  expect(await report()).toBe(true)
  world.now += 300_000
  expect(await report()).toBe(true)
  expect(world.uploads.map(([after]) => after)).toEqual([1, 2])
  expect([world.reported.get('coach-a')?.row, world.warned]).toEqual([2, []])
})
