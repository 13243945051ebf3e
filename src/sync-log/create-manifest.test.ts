import { expect, test } from 'vitest'
import { createEntry, createRow, createState } from './testing/device-state.ts'
import { createManifest, toRanges } from './create-manifest.ts'

const manifest = (state: Parameters<typeof createState>[0], deleted: string[] = []) =>
  createManifest(createState(state), {
    customer: 'coach-a',
    device: createEntry(1).device,
    deleted,
    now: 60_000,
  })

test('contains only the highest number when the device has sent everything', () => {
  expect(manifest({ highest: 12 })).toEqual({
    pending: { to_send: 0, needs_you: 0, oldest_age: null },
    mine: { to_send: 0, needs_you: 0 },
    sequences: { highest: 12, pending: [], discarded: [] },
    errors: [],
  })
})

test('counts what waits for all customers, and for the signed-in one', () => {
  const reason = { code: 'invalid-body', status: 422 } as const
  const entries = [
    createEntry(4),
    createEntry(5, { state: { is: 'needs-you', reason } }),
    createEntry(6, { customer: 'coach-b' }),
    createEntry(9, { customer: 'coach-b', state: { is: 'needs-you', reason } }),
  ]
  expect(manifest({ highest: 9, entries })).toMatchObject({
    pending: { to_send: 2, needs_you: 2, oldest_age: 56_000 },
    mine: { to_send: 1, needs_you: 1 },
    sequences: {
      pending: [
        [4, 6],
        [9, 9],
      ],
    },
    errors: [{ code: 'invalid-body', count: 2 }],
  })
})

test('does not count what is left of an account that was deleted elsewhere', () => {
  const reason = { code: 'invalid-body', status: 422 } as const
  const entries = [
    createEntry(1, { customer: 'coach-b' }),
    createEntry(2, { customer: 'coach-b', state: { is: 'needs-you', reason } }),
    createEntry(3),
  ]
  expect(manifest({ highest: 3, entries }, ['coach-b'])).toEqual({
    pending: { to_send: 1, needs_you: 0, oldest_age: 57_000 },
    mine: { to_send: 1, needs_you: 0 },
    // Its numbers are still on the device, so they are not gaps.
    sequences: { highest: 3, pending: [[1, 3]], discarded: [] },
    errors: [],
  })
})

test('uses the wait of an entry as its error class, or else the wait that blocks everything', () => {
  const wait = { code: 'maintenance', since: 1, until: 2, told: true, failures: 1 } as const
  const own = createEntry(1, { state: { is: 'waiting', wait: { ...wait, code: 'server-failed' } } })
  expect(manifest({ highest: 3, entries: [own, createEntry(2), createEntry(3)], wait }).errors).toEqual([
    { code: 'server-failed', count: 1 },
    { code: 'maintenance', count: 2 },
  ])
})

test('counts a number as deleted while its last event is its deletion', () => {
  const journal = [
    createRow(1, { seq: 1, happened: 'removed' }),
    createRow(2, { seq: 2, happened: 'removed' }),
    createRow(3, { seq: 2, happened: 'restored' }),
    createRow(4, { seq: 3, happened: 'delivered' }),
    createRow(5, { seq: 4, happened: 'captured' }),
    createRow(6, { seq: 5, happened: 'removed', customer: 'coach-b' }),
  ]
  const { sequences } = manifest({ highest: 5, journal, entries: [createEntry(2)] })
  // 4 left without a person's action, so it is neither and counts as a gap.
  expect(sequences).toEqual({
    highest: 5,
    pending: [[2, 2]],
    discarded: [
      [1, 1],
      [5, 5],
    ],
  })
})

test('assigns entries from before the storage was lost to another device', () => {
  const device = 'before'
  const journal = [
    createRow(1, { seq: 1, happened: 'removed', device }),
    createRow(2, { seq: 2, happened: 'removed' }),
  ]
  const state = { highest: 9, journal, entries: [createEntry(7, { device }), createEntry(9)] }
  expect(manifest(state)).toMatchObject({
    pending: { to_send: 2 },
    sequences: { highest: 9, pending: [[9, 9]], discarded: [[2, 2]] },
  })
})

test.each([
  ['ahead of the device', 70_000, 0],
  ['lost, as in an entry that cannot be read', 0, null],
])('a capture time that is %s gives no age', (_, device, age) => {
  const entries = [createEntry(1, { capturedAt: { device, corrected: device, zone: 'UTC' } })]
  expect(manifest({ highest: 1, entries }).pending.oldest_age).toBe(age)
})

test.each([
  [[], []],
  [[4], [[4, 4]]],
  [
    [3, 1, 2, 7, 2],
    [
      [1, 3],
      [7, 7],
    ],
  ],
  [[0, -1, 2], [[2, 2]]],
])('the ranges of %j are %j', (numbers, ranges) => {
  expect(toRanges(numbers)).toEqual(ranges)
})

test('merges excess ranges into the last one', () => {
  expect(toRanges([1, 3, 5, 7, 9], 3)).toEqual([
    [1, 1],
    [3, 3],
    [5, 9],
  ])
})
