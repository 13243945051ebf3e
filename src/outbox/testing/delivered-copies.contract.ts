import { beforeEach, describe, expect, test } from 'vitest'
import { draft, receipt } from './draft.ts'
import type { StoreUnderTest } from './outbox-history.contract.ts'
import type { Draft, OutboxStore } from '../store/outbox-store.ts'

const day = 86_400_000
const all = () => true

/** A UUID for a short name of up to six letters, because receipts need UUIDs as keys. */
const toKey = (name: string): string =>
  `00000000-0000-4000-8000-${Array.from(name, (letter) => letter.charCodeAt(0).toString(16))
    .join('')
    .padStart(12, '0')}`

/** The contract of every outbox store for copies of delivered entries. */
export const deliveredCopiesContract = ({ create, open, passOver }: StoreUnderTest) =>
  describe('its copies of delivered entries', () => {
    let store: OutboxStore
    beforeEach(async () => {
      store = await create()
    })
    const capture = (name: string, given: Partial<Draft> = {}) =>
      store.capture(draft(toKey(name), { lane: name, ...given }))
    const deliver = async (name: string, at = 7, given: Partial<Draft> = {}) => {
      const { key } = await capture(name, given)
      await store.update(key, () => ({ note: { at, happened: 'delivered', receipt: { ...receipt, key } } }))
    }
    const waiting = async () => (await open().read()).entries.map(({ lane }) => lane)

    test('return an entry that the server lost to its old place, with its key and its receipt', async () => {
      await deliver('a')
      await capture('b')
      expect(await store.sendAgain(({ seq }) => seq === 1, 9)).toBe(1)
      const { entries } = await open().read('coach-a')
      const key = toKey('a')
      expect(entries).toEqual([
        { ...draft(key, { lane: 'a' }), seq: 1, receipt: { ...receipt, key } },
        { ...draft(toKey('b'), { lane: 'b' }), seq: 2 },
      ])
      expect((await open().readJournal('coach-a'))[0]).toMatchObject({ key, happened: 'returned', at: 9 })
    })

    test('of a customer are listed in the order of delivery, and the newest of all by its number', async () => {
      expect([await store.readCopies('coach-a'), await store.readNewestCopyId()]).toEqual([[], 0])
      await deliver('a')
      await deliver('b', 8)
      const copies = await open().readCopies('coach-a')
      expect(copies.map(({ entry: { lane }, deliveredAt }) => [lane, deliveredAt])).toEqual([
        ['a', 7],
        ['b', 8],
      ])
      const [first, second] = copies.map(({ id }) => id)
      expect(second).toBeGreaterThan(first ?? Infinity)
      expect(await store.readNewestCopyId()).toBe(second)
      await deliver('c', 9, { customer: 'coach-b' })
      expect(await open().readCopies('coach-a')).toHaveLength(2)
      expect(await open().readNewestCopyId()).toBeGreaterThan(second ?? Infinity)
    })

    test('return an entry once, and again when the server loses it again', async () => {
      await deliver('a')
      expect([await store.sendAgain(all, 9), await open().sendAgain(all, 9)]).toEqual([1, 0])
      const second = { ...receipt, key: toKey('a'), sequence: 12 }
      await store.update(toKey('a'), () => ({ note: { at: 10, happened: 'delivered', receipt: second } }))
      expect(await open().readReceipts('coach-a')).toMatchObject([{ receipt: second }])
      expect(await store.sendAgain(all, 11)).toBe(1)
    })

    test('exclude entries that were deleted unsent, refused or lost on the way', async () => {
      await capture('a')
      const entry = await store.update(toKey('a'), () => ({ note: { at: 1, happened: 'removed' } }))
      if (entry) await store.addNote(entry, { at: 2, happened: 'delivered', receipt })
      await capture('b')
      await store.discard('coach-a', 3)
      expect(await store.sendAgain(all, 9)).toBe(0)
    })

    test('expire after thirty days, whatever the clock said when they were made', async () => {
      await deliver('clock', 90 * day)
      await deliver('old', 0)
      await deliver('young', 20 * day)
      expect(await store.sendAgain(all, 31 * day)).toBe(1)
      expect(await waiting()).toEqual(['young'])
    })

    test('are limited to the newest thousand, as are the receipts', async () => {
      const left = async () => {
        const receipts = await open().readReceipts('coach-a')
        const copies = await open().readCopies('coach-a')
        return [
          receipts.map(({ receipt: { key } }) => key).toSorted(),
          copies.map(({ entry: { key } }) => key),
        ]
      }
      await deliver('a')
      await passOver(998)
      await deliver('b')
      const two = [toKey('a'), toKey('b')]
      expect(await left()).toEqual([two, two])
      await deliver('c')
      const newest = [toKey('b'), toKey('c')]
      expect(await left()).toEqual([newest, newest])
    })

    test('are limited to four megabytes', async () => {
      const payload = { text: 'x'.repeat(1_100_000) }
      for (const key of ['a', 'b', 'c', 'd', 'e']) await deliver(key, 7, { payload })
      await store.sendAgain(all, 9)
      expect(await waiting()).toEqual(['b', 'c', 'd', 'e'])
    })

    test('of other coaches can be deleted, while unsent entries stay', async () => {
      await deliver('a')
      await deliver('b', 7, { customer: 'coach-b' })
      await capture('c')
      await store.forgetOtherCustomers('coach-b')
      expect(await store.sendAgain(({ customer }) => customer === 'coach-a', 9)).toBe(0)
      expect(await store.sendAgain(all, 9)).toBe(1)
      expect(await waiting()).toEqual(['b', 'c'])
    })

    test('are reduced, when room is short, to the entry of each lane captured last, not delivered last', async () => {
      const lane = 'survey:training-1'
      await deliver('zero', 7, { lane })
      await deliver('last', 8, { lane })
      await deliver('other', 9, { lane, customer: 'coach-b' })
      await deliver('impact', 10)
      // What a restored database had lost.
      await store.sendAgain(({ seq }) => seq === 1, 11)
      const key = toKey('zero')
      await store.update(key, () => ({
        note: { at: 12, happened: 'delivered', receipt: { ...receipt, key } },
      }))
      await store.deleteOlderCopies()
      const left = [...(await open().readCopies('coach-a')), ...(await open().readCopies('coach-b'))]
      expect(left.map((copy) => copy.entry.key)).toEqual(['last', 'impact', 'other'].map(toKey))
    })
  })
