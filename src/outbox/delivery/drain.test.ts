import { expect, test } from 'vitest'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { fail } from '../../lib/result.ts'
import { draft } from '../testing/draft.ts'
import type { Wait } from '../entry/entry.ts'
import { createMemoryDisk, createMemoryStore } from '../testing/memory-store.ts'
import { drain } from './drain.ts'

const refusal: ApiFailure = { code: 'invalid-body', status: 422 }

/** Two entries of Ana, and a server that refuses each after `meanwhile`. `after` runs when it is settled. */
const start = async (
  meanwhile: (world: { customer: string | undefined; lock: AbortController }) => void,
  {
    isTold = true,
    lanes = ['first', 'second'],
    after = (_world: { customer: string | undefined }): void => undefined,
  } = {},
) => {
  const store = createMemoryStore(createMemoryDisk())
  const hash = async () => 'f'.repeat(64)
  for (const [at, lane] of lanes.entries()) await store.capture(draft(String(at), { lane }))
  const world: { customer: string | undefined; lock: AbortController } = {
    customer: 'coach-a',
    lock: new AbortController(),
  }
  const sent: string[] = []
  const call = (async (name: string) => {
    sent.push(name)
    meanwhile(world)
    return fail(refusal)
  }) as ProductApiClient['call']
  let known = world.customer
  const deps = {
    store,
    api: { call },
    customer: () => (isTold ? world.customer : known),
    refreshSession: async () => {
      known = world.customer
    },
    hash,
    now: () => 2000,
    random: () => 0.5,
    log: { warn: () => undefined, error: () => undefined },
    onChange: () => after(world),
  }
  await drain(deps, { signal: world.lock.signal })
  const { entries } = await store.read()
  const states = entries.map(({ state, tries }) => [state.is, tries])
  const notes = (await store.readJournal('coach-a')).map(({ key, happened, code }) => [key, happened, code])
  return { sent, states, notes }
}

test('an entry that the server refuses needs the coach', async () => {
  const { sent, states } = await start(() => undefined)
  expect(sent).toHaveLength(2)
  expect(states).toEqual([
    ['needs-you', 1],
    ['needs-you', 1],
  ])
})

test('a sender that lost the lock stores no result, and leaves it to the next sender', async () => {
  const { sent, states } = await start(({ lock }) => lock.abort())
  expect(sent).toHaveLength(1)
  expect(states).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
})

test('a refusal in the session of another customer is not about the entry, and ends the delivery', async () => {
  const { sent, states } = await start((world) => void (world.customer = 'coach-b'))
  expect(sent).toHaveLength(1)
  expect(states).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
})

test('a refusal because the session ended is in the journal, and the entry waits', async () => {
  const { sent, states, notes } = await start((world) => void (world.customer = undefined))
  expect(sent).toHaveLength(1)
  expect(states).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
  expect(notes[0]).toEqual(['0', 'delayed', 'invalid-body'])
})

test('without a notice of the change, reads the session again before every entry', async () => {
  const { sent, states } = await start((world) => void (world.customer = 'coach-b'), { isTold: false })
  expect(sent).toHaveLength(1)
  expect(states).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
})

test('tries an entry once in a delivery, however long the delivery takes', async () => {
  const store = createMemoryStore(createMemoryDisk())
  for (const key of ['first', 'second']) await store.capture(draft(key, { lane: key }))
  let now = 2000
  const sent: string[] = []
  const deps = {
    store,
    api: {
      call: (async (_name: string, _body: unknown, { key }: { key: string }) => {
        sent.push(key)
        if (sent.length > 9) throw new Error('It goes round in circles.')
        // Longer than any of the first delays that the device chooses.
        now += 30_000
        return fail({ code: 'no-answer', status: 0 })
      }) as unknown as ProductApiClient['call'],
    },
    customer: () => 'coach-a',
    hash: async () => 'f'.repeat(64),
    isServerReachable: async () => true,
    now: () => now,
    random: () => 0.5,
    log: { warn: () => undefined, error: () => undefined },
    onChange: () => undefined,
  }
  await drain(deps, { signal: new AbortController().signal })
  expect(sent).toEqual(['first', 'second'])
})

test('nothing overtakes an entry whose coach signed out and in again while it was sent', async () => {
  const { sent, states } = await start((world) => void (world.customer = 'coach-b'), {
    lanes: ['events', 'events'],
    after: (world) => void (world.customer = 'coach-a'),
  })
  expect(sent).toHaveLength(1)
  expect(states).toEqual([
    ['waiting', 0],
    ['waiting', 0],
  ])
})

test('other tabs do not show a wait that the coach has ended, not even during the first request', async () => {
  const store = createMemoryStore(createMemoryDisk())
  await store.capture(draft('first'))
  const wait: Wait = { code: 'maintenance', since: 1000, until: 900_000, told: true, failures: 1 }
  await store.update('first', (entry) => ({ entry, note: { at: 1000, happened: 'delayed' }, wait }))
  const shown: unknown[] = []
  const deps = {
    store,
    api: {
      call: (async () => {
        shown.push((await store.read()).wait)
        return fail({ code: 'no-answer', status: 0 })
      }) as unknown as ProductApiClient['call'],
    },
    customer: () => 'coach-a',
    hash: async () => 'f'.repeat(64),
    isServerReachable: async () => false,
    now: () => 2000,
    random: () => 0.5,
    log: { warn: () => undefined, error: () => undefined },
    onChange: async () => shown.push((await store.read()).wait),
  }
  await drain(deps, { signal: new AbortController().signal, forcedSince: 2000 })
  expect(shown.slice(0, 2)).toEqual([undefined, undefined])
  expect((await store.read()).wait).toMatchObject({ code: 'no-answer', told: false })
})
