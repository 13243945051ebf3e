import { beforeEach, describe, expect, test } from 'vitest'
import { readEntry, type Wait } from '../entry/entry.ts'
import { draft, receipt } from './draft.ts'
import { deliveredCopiesContract } from './delivered-copies.contract.ts'
import { outboxHistoryContract, type StoreUnderTest } from './outbox-history.contract.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

const wait: Wait = { code: 'no-answer', since: 1, until: 2, told: false, failures: 1 }

/** The contract of every outbox store. `create` empties the store first; `open` opens the same store. */
export const outboxStoreContract = (name: string, { create, open, passOver }: StoreUnderTest) =>
  describe(`the outbox in ${name}`, () => {
    outboxHistoryContract({ create, open })
    deliveredCopiesContract({ create, open, passOver })

    let store: OutboxStore
    beforeEach(async () => {
      store = await create()
    })

    test('returns entries in the order of their capture, with the numbers of the device', async () => {
      await store.capture(draft('b'))
      await store.capture(draft('a', { customer: 'coach-b' }))
      const { entries } = await open().read('coach-a')
      expect(entries.map(({ key, seq }) => [key, seq])).toEqual([
        ['b', 1],
        ['a', 2],
      ])
      expect(entries[0]).toEqual({ ...draft('b'), seq: 1 })
    })

    test('gives captures at the same moment different numbers', async () => {
      const other = open()
      const keys = Array.from({ length: 20 }, (_, index) => `key-${index}`)
      const captured = await Promise.all(
        keys.map((key, index) => (index % 2 ? store : other).capture(draft(key))),
      )
      expect(captured.map(({ seq }) => seq).toSorted((one, two) => one - two)).toEqual(
        keys.map((_, index) => index + 1),
      )
    })

    test('numbers all entries for one device, whichever id the later ones had', async () => {
      await store.capture(draft('a', { device: 'first' }))
      await store.capture(draft('b', { device: 'second' }))
      const { entries } = await open().read('coach-a')
      expect(entries.map(({ device }) => device)).toEqual(['first', 'first'])
    })

    test('sorts entries of a cleared device before those captured since', async () => {
      await store.capture(draft('new', { device: 'present' }))
      await store.restore({ ...draft('old', { device: 'cleared' }), seq: 7 }, 1)
      const { entries } = await open().read('coach-a')
      expect(entries.map(({ key }) => key)).toEqual(['old', 'new'])
    })

    test('never gives a number twice, even after its entry has left', async () => {
      await store.capture(draft('a'))
      await store.update('a', () => ({ note: { at: 1, happened: 'delivered', receipt } }))
      expect(await open().capture(draft('b'))).toMatchObject({ seq: 2 })
    })

    test('updates an entry, the wait of all entries and the journal at once', async () => {
      await store.capture(draft('a'))
      const state = { is: 'waiting', wait } as const
      const found = await store.update('a', (entry) => ({
        entry: { ...entry, state, tries: 1 },
        note: { at: 5, happened: 'delayed', code: 'no-answer', status: 0, until: 2 },
        wait,
      }))
      expect(found).toMatchObject({ tries: 0 })
      expect(await open().read('coach-a')).toMatchObject({ entries: [{ key: 'a', state, tries: 1 }], wait })
      expect(await open().readJournal('coach-a')).toMatchObject([
        { key: 'a', happened: 'delayed', code: 'no-answer', at: 5 },
        { key: 'a', happened: 'captured', at: 1000, seq: 1 },
      ])
    })

    test('removes a delivered entry, and keeps its receipt', async () => {
      await store.capture(draft('a'))
      await store.update('a', () => ({ note: { at: 7, happened: 'delivered', receipt }, wait: undefined }))
      expect(await open().find('a')).toBeUndefined()
      expect(await open().read('coach-a')).toEqual({ entries: [], deliveredAt: 7 })
      expect(await open().read('coach-b')).toEqual({ entries: [] })
      expect(await open().readJournal('coach-a')).toMatchObject([
        { happened: 'delivered', receipt },
        { happened: 'captured' },
      ])
    })

    test('ends the wait of all entries only when the condition matches', async () => {
      await store.capture(draft('a'))
      await store.update('a', (entry) => ({ entry, note: { at: 5, happened: 'delayed' }, wait }))
      await store.endWait(({ told }) => told)
      expect(await open().read()).toMatchObject({ wait })
      await store.endWait(({ code }) => code === wait.code)
      expect((await open().read()).wait).toBeUndefined()
      expect((await open().read()).entries).toHaveLength(1)
    })

    test('does not update a missing entry, and changes nothing without a decision', async () => {
      expect(await store.update('a', () => ({ note: { at: 1, happened: 'removed' } }))).toBeUndefined()
      await store.capture(draft('a'))
      await store.update('a', () => undefined)
      expect(await store.find('a')).toMatchObject({ state: { is: 'waiting' } })
      expect(await store.readJournal('coach-a')).toHaveLength(1)
    })

    test('changes nothing when the decision throws', async () => {
      await store.capture(draft('a'))
      const broken = store.update('a', () => {
        throw new Error('no decision')
      })
      await expect(broken).rejects.toThrow('no decision')
      expect(await open().read('coach-a')).toMatchObject({ entries: [{ key: 'a' }] })
      expect(await open().readJournal('coach-a')).toHaveLength(1)
    })

    test('returns a removed entry to its old place', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b'))
      const removed = await store.update('a', () => ({ note: { at: 1, happened: 'removed' } }))
      if (removed) await store.restore(removed, 2)
      expect((await open().read()).entries.map(({ key }) => key)).toEqual(['a', 'b'])
    })

    test('returns a row that cannot be read unchanged', async () => {
      const row = { key: 'old', customer: 'coach-a', seq: 3, answers: 'in a form of long ago' }
      await store.restore({ ...readEntry(row) }, 1)
      const removed = await store.update('old', () => ({ note: { at: 2, happened: 'removed' } }))
      if (removed) await store.restore(removed, 3)
      expect((await open().read()).entries).toMatchObject([{ key: 'old', payload: row }])
    })

    test('replaces an entry with a corrected one under a new number, both or neither', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b'))
      expect(await store.replace('a', draft('c'))).toMatchObject({ key: 'c', seq: 3 })
      expect((await open().read()).entries.map(({ key }) => key)).toEqual(['b', 'c'])
      expect(await open().readJournal('coach-a')).toMatchObject([
        { key: 'c', happened: 'captured', seq: 3 },
        { key: 'a', happened: 'replaced', seq: 1 },
        { key: 'b' },
        { key: 'a' },
      ])
    })

    test('replaces nothing when the key exists already', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b'))
      await store.replace('a', draft('b')).catch(() => undefined)
      const { entries } = await open().read()
      expect(entries.map(({ key }) => key)).toContain('b')
    })

    test('discards the entries of one customer, and returns how many', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b', { customer: 'coach-b' }))
      await store.capture(draft('c'))
      expect(await store.discard('coach-a', 9)).toBe(2)
      expect((await open().read()).entries.map(({ key }) => key)).toEqual(['b'])
      expect(
        (await open().readJournal('coach-a')).filter(({ happened }) => happened === 'removed'),
      ).toHaveLength(2)
    })
  })
