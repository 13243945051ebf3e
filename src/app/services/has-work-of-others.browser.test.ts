import { expect, test } from 'vitest'
import { createDatabase, awaitResult } from '../../platform/storage/database.ts'
import { memoryKeyValues } from '../../platform/storage/testing/memory-key-values.ts'
import { createHasWorkOfOthers } from './customers-on-device.ts'

/**
 * A phone that Ana and Bia share: the customers who have uploads and drafts on it, and whether the outbox has
 * entries of others.
 */
const phone = async ({ uploads = [], drafts = [], entries = false }: Partial<Phone>) => {
  const database = createDatabase(indexedDB)
  const stored = new Map<string, unknown>(drafts.map((key) => [key, {}]))
  for (const customer of uploads)
    await database.write(['uploads'], (transaction) =>
      awaitResult(transaction.objectStore('uploads').put({ id: `upload of ${customer}`, customer })),
    )
  const keyValues = () => memoryKeyValues(stored)
  return createHasWorkOfOthers({ database, keyValues }, { hasEntriesOfOthers: async () => entries })('ana')
}
type Phone = { uploads: string[]; drafts: string[]; entries: boolean }

test.each<[string, Partial<Phone>, boolean]>([
  ['nothing', {}, false],
  ['work of her own', { uploads: ['ana'], drafts: ['ana/training-1', 'ana/training-1/page'] }, false],
  ['an upload of Bia', { uploads: ['ana', 'bia'] }, true],
  ['a draft of Bia', { drafts: ['bia/training-1/page'] }, true],
  ['a draft of Bia by an earlier version', { drafts: ['bia/training-1'] }, true],
  ['an entry of Bia', { entries: true }, true],
  [
    'where Bia was in a film, and a sign-up form',
    { drafts: ['position/bia/training-1', 'sign-up/pt-BR'] },
    false,
  ],
])('a phone with %s, as Ana leaves it', async (_what, content, hasWork) => {
  expect(await phone(content)).toBe(hasWork)
})
