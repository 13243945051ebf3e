import { beforeEach, describe, expect, test } from 'vitest'
import { readEntry, type Wait } from './entry.ts'
import type { Draft, OutboxStore } from './outbox-store.ts'

const draft = (key: string, given: Partial<Draft> = {}): Draft => ({
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

const wait: Wait = { code: 'no-answer', since: 1, until: 2, told: false, failures: 1 }
const receipt = {
  key: crypto.randomUUID(),
  hash: 'f'.repeat(64),
  received_at: new Date(0).toISOString(),
  sequence: 9,
  key_id: '2026-01',
  signature: 'signed',
}

/** What every outbox store promises. `open` opens the same one again; `create` empties it first. */
export const outboxStoreContract = (
  name: string,
  { create, open }: { create: () => Promise<OutboxStore>; open: () => OutboxStore },
) =>
  describe(`the outbox in ${name}`, () => {
    let store: OutboxStore
    beforeEach(async () => {
      store = await create()
    })

    test("entries come back in the order of their capture, with the device's own numbers", async () => {
      await store.capture(draft('b'))
      await store.capture(draft('a', { customer: 'coach-b' }))
      const { entries } = await open().read('coach-a')
      expect(entries.map(({ key, seq }) => [key, seq])).toEqual([
        ['b', 1],
        ['a', 2],
      ])
      expect(entries[0]).toEqual({ ...draft('b'), seq: 1 })
    })

    test('captures at the same moment get different numbers', async () => {
      const other = open()
      const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
      const captured = await Promise.all(
        keys.map((key, index) => (index % 2 ? store : other).capture(draft(key))),
      )
      expect(captured.map(({ seq }) => seq).toSorted((one, two) => one - two)).toEqual(
        keys.map((_, index) => index + 1),
      )
    })

    test('a number is never given twice, although its entry left', async () => {
      await store.capture(draft('a'))
      await store.settle('a', () => ({ note: { at: 1, happened: 'delivered', receipt } }))
      expect(await open().capture(draft('b'))).toMatchObject({ seq: 2 })
    })

    test('settling changes an entry, what holds everything up and the journal at once', async () => {
      await store.capture(draft('a'))
      const state = { is: 'waiting', wait } as const
      const found = await store.settle('a', (entry) => ({
        entry: { ...entry, state, tries: 1 },
        note: { at: 5, happened: 'delayed', code: 'no-answer', status: 0, until: 2 },
        wait,
      }))
      expect(found).toMatchObject({ tries: 0 })
      expect(await open().read('coach-a')).toMatchObject({ entries: [{ key: 'a', state, tries: 1 }], wait })
      expect(await open().journal('coach-a')).toMatchObject([
        { key: 'a', happened: 'delayed', code: 'no-answer', at: 5 },
        { key: 'a', happened: 'captured', at: 1000, seq: 1 },
      ])
    })

    test('a delivered entry leaves, and is remembered with its receipt', async () => {
      await store.capture(draft('a'))
      await store.settle('a', () => ({ note: { at: 7, happened: 'delivered', receipt }, wait: undefined }))
      expect(await open().find('a')).toBeUndefined()
      expect(await open().read('coach-a')).toEqual({ entries: [], deliveredAt: 7 })
      expect(await open().read('coach-b')).toEqual({ entries: [] })
      expect(await open().journal('coach-a')).toMatchObject([
        { happened: 'delivered', receipt },
        { happened: 'captured' },
      ])
    })

    test('what is not there is not settled, and deciding nothing changes nothing', async () => {
      expect(await store.settle('a', () => ({ note: { at: 1, happened: 'removed' } }))).toBeUndefined()
      await store.capture(draft('a'))
      await store.settle('a', () => undefined)
      expect(await store.find('a')).toMatchObject({ state: { is: 'waiting' } })
      expect(await store.journal('coach-a')).toHaveLength(1)
    })

    test('a decision that fails changes nothing', async () => {
      await store.capture(draft('a'))
      const broken = store.settle('a', () => {
        throw new Error('no decision')
      })
      await expect(broken).rejects.toThrow('no decision')
      expect(await open().read('coach-a')).toMatchObject({ entries: [{ key: 'a' }] })
      expect(await open().journal('coach-a')).toHaveLength(1)
    })

    test('a removed entry comes back in its old place', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b'))
      const removed = await store.settle('a', () => ({ note: { at: 1, happened: 'removed' } }))
      if (removed) await store.restore(removed, 2)
      expect((await open().read()).entries.map(({ key }) => key)).toEqual(['a', 'b'])
    })

    test('a row that cannot be read comes back as it was', async () => {
      const row = { key: 'old', customer: 'coach-a', seq: 3, answers: 'in a form of long ago' }
      await store.restore({ ...readEntry(row) }, 1)
      const removed = await store.settle('old', () => ({ note: { at: 2, happened: 'removed' } }))
      if (removed) await store.restore(removed, 3)
      expect((await open().read()).entries).toMatchObject([{ key: 'old', payload: row }])
    })

    test('a corrected entry takes the place of the old one under a number of its own, both or neither', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b'))
      expect(await store.replace('a', draft('c'))).toMatchObject({ key: 'c', seq: 3 })
      expect((await open().read()).entries.map(({ key }) => key)).toEqual(['b', 'c'])
      expect(await open().journal('coach-a')).toMatchObject([
        { key: 'c', happened: 'captured', seq: 3 },
        { key: 'a', happened: 'replaced', seq: 1 },
        { key: 'b' },
        { key: 'a' },
      ])
    })

    test('a key that exists already replaces nothing', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b'))
      await store.replace('a', draft('b')).catch(() => undefined)
      const { entries } = await open().read()
      expect(entries.map(({ key }) => key)).toContain('b')
    })

    test("throwing away takes one customer's entries, and says how many", async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b', { customer: 'coach-b' }))
      await store.capture(draft('c'))
      expect(await store.discard('coach-a', 9)).toBe(2)
      expect((await open().read()).entries.map(({ key }) => key)).toEqual(['b'])
      expect((await open().journal('coach-a')).filter(({ happened }) => happened === 'removed')).toHaveLength(
        2,
      )
    })

    test("receipts outlive their entries, newest first and each customer's own", async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b', { customer: 'coach-b' }))
      await store.capture(draft('c', { capturedAt: { device: 3000, corrected: 1, zone: 'UTC' } }))
      for (const key of ['a', 'b', 'c']) {
        await store.settle(key, () => ({ note: { at: 7, happened: 'delivered', receipt } }))
      }
      expect(await open().receipts('coach-a')).toEqual([
        expect.objectContaining({ seq: 3, capturedAt: 3000, deliveredAt: 7, receipt }),
        expect.objectContaining({ seq: 1, receipt }),
      ])
      expect(JSON.stringify(await open().receipts('coach-a'))).not.toContain('event_id')
    })

    test('receipts are bounded, and those of entries that fail again and again do not push them out', async () => {
      const deliver = async (key: string) => {
        await store.capture(draft(key))
        await store.settle(key, () => ({ note: { at: 1, happened: 'delivered', receipt } }))
      }
      for (let from = 0; from < 1010; from += 101) {
        await Promise.all(Array.from({ length: 101 }, (_, at) => deliver(`key-${from + at}`)))
      }
      expect(await store.receipts('coach-a')).toHaveLength(1000)
    }, 60_000)

    test('the journal is bounded, and the capture of what is still unsent stays in it', async () => {
      const delay = (key: string, times: number) =>
        Promise.all(
          Array.from({ length: times }, () =>
            store.settle(key, (entry) => ({ entry, note: { at: 1, happened: 'delayed' } })),
          ),
        )
      const captures = async () =>
        (await store.journal('coach-a')).flatMap(({ happened, key }) =>
          happened === 'captured' ? [key] : [],
        )
      await store.capture(draft('a'))
      await delay('a', 98)
      await store.capture(draft('b'))
      for (let round = 0; round < 22; round += 1) await delay('b', 100)
      // What is too old goes a hundred at a time.
      expect((await store.journal('coach-a')).length).toBeLessThan(2000 + 2 + 100)
      expect(await captures()).toEqual(['b', 'a'])

      await store.settle('a', () => ({ note: { at: 2, happened: 'delivered', receipt } }))
      await delay('b', 100)
      expect(await captures()).toEqual(['b'])
      expect(await store.find('b')).toBeDefined()
    }, 60_000)
  })
