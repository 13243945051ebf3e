import { beforeEach, describe, expect, test } from 'vitest'
import { draft, receipt } from './draft.ts'
import type { OutboxStore } from '../store/outbox-store.ts'

/** `create` empties the store first; `open` opens the same store again. */
export type StoreUnderTest = {
  create: () => Promise<OutboxStore>
  open: () => OutboxStore
  /** Advances the ids as if another customer had delivered that many entries meanwhile. */
  passOver: (deliveries: number) => Promise<void>
}

/** The contract of every outbox store for receipts and journal. */
export const outboxHistoryContract = ({ create, open }: Omit<StoreUnderTest, 'passOver'>) =>
  describe('its receipts and its journal', () => {
    let store: OutboxStore
    beforeEach(async () => {
      store = await create()
    })

    test('keep what happened to an entry that has left, with its receipt', async () => {
      const entry = await store.capture(draft('a'))
      await store.update('a', () => ({ note: { at: 1, happened: 'removed' } }))
      await store.addNote(entry, { at: 2, happened: 'delivered', receipt })
      expect((await open().readJournal('coach-a')).map(({ happened }) => happened)).toEqual([
        'delivered',
        'removed',
        'captured',
      ])
      expect(await open().readReceipts('coach-a')).toMatchObject([{ seq: 1, deliveredAt: 2, receipt }])
      expect(await open().find('a')).toBeUndefined()
    })

    test('keep receipts longer than their entries, newest first and separate for each customer', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b', { customer: 'coach-b' }))
      await store.capture(draft('c', { capturedAt: { device: 3000, corrected: 1, zone: 'UTC' } }))
      for (const key of ['a', 'b', 'c']) {
        await store.update(key, () => ({ note: { at: 7, happened: 'delivered', receipt } }))
      }
      expect(await open().readReceipts('coach-a')).toEqual([
        expect.objectContaining({ seq: 3, capturedAt: 3000, deliveredAt: 7, receipt }),
        expect.objectContaining({ seq: 1, receipt }),
      ])
      expect(JSON.stringify(await open().readReceipts('coach-a'))).not.toContain('event_id')
    })

    test('forget the deliveries of a coach who has left, and keep unsent entries', async () => {
      await store.capture(draft('a'))
      await store.capture(draft('b', { customer: 'coach-b' }))
      await store.capture(draft('c'))
      for (const key of ['a', 'b'])
        await store.update(key, () => ({ note: { at: 7, happened: 'delivered', receipt } }))
      await store.forgetOtherCustomers('coach-b')
      expect(await open().readReceipts('coach-a')).toEqual([])
      expect(await open().read('coach-a')).toMatchObject({ entries: [{ key: 'c' }] })
      expect((await open().read('coach-a')).deliveredAt).toBeUndefined()
      expect(await open().readReceipts('coach-b')).toHaveLength(1)
      expect((await open().read('coach-b')).deliveredAt).toBe(7)
      await store.forgetOtherCustomers(undefined)
      expect(await open().readReceipts('coach-b')).toEqual([])
      expect(await open().capture(draft('d'))).toMatchObject({ seq: 4, device: 'device' })
    })

    test('keep a bounded journal, which includes the capture of every unsent entry', async () => {
      const delay = (key: string, times: number) =>
        Promise.all(
          Array.from({ length: times }, () =>
            store.update(key, (entry) => ({ entry, note: { at: 1, happened: 'delayed' } })),
          ),
        )
      const captures = async () =>
        (await store.readJournal('coach-a')).flatMap(({ happened, key }) =>
          happened === 'captured' ? [key] : [],
        )
      await store.capture(draft('a'))
      await delay('a', 98)
      await store.capture(draft('b'))
      for (let round = 0; round < 22; round += 1) await delay('b', 100)
      // Old records are deleted a hundred at a time.
      expect((await store.readJournal('coach-a')).length).toBeLessThan(2000 + 2 + 100)
      expect(await captures()).toEqual(['b', 'a'])

      await store.update('a', () => ({ note: { at: 2, happened: 'delivered', receipt } }))
      await delay('b', 100)
      expect(await captures()).toEqual(['b'])
      expect(await store.find('b')).toBeDefined()
    })
  })
