import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { deleteWithoutUndo, listOwnFiles } from './own-files.ts'
import type { ListCall, Listing, StorageCalls, StorageCallFailure } from './storage-calls.ts'

const file = (key: string) => ({ key, size: 1, lastModified: 0 })
const page = (keys: string[], next?: string): Listing => ({
  files: keys.map(file),
  folders: [],
  keyCount: keys.length,
  isTruncated: next !== undefined,
  ...(next !== undefined && { nextContinuationToken: next }),
})

/** A store with pages of names: the first page under the name of its level, the others under their tokens. */
const createStore = (pages: Record<string, Listing>): Pick<StorageCalls, 'list'> => ({
  list: async (call: ListCall) => {
    const token = 'continuationToken' in call ? call.continuationToken : undefined
    return ok(pages[token ?? call.level ?? ''] ?? page([]))
  },
})

test('lists every page of every level', async () => {
  const store = createStore({
    private: page(['a', 'b'], 'second'),
    second: page(['c'], 'third'),
    third: page(['d']),
    public: page(['shared']),
  })
  const listed = await listOwnFiles(store)
  const names = listed.ok && listed.value.map(({ level, key }) => `${level}/${key}`)
  expect(names).toEqual(['private/a', 'private/b', 'private/c', 'private/d', 'public/shared'])
})

test('fails on a store that repeats its pages, and when the store refuses', async () => {
  const repeating = createStore({ private: page(['a'], 'again'), again: page(['b'], 'again') })
  expect(await listOwnFiles(repeating)).toEqual(fail({ kind: 'refused', code: 'EndlessList' }))
  const refused = fail<StorageCallFailure>({ kind: 'offline' })
  expect(await listOwnFiles({ list: async () => refused })).toEqual(refused)
})

test('returns files that could not be deleted, but not those already gone', async () => {
  const files = ['a', 'b', 'c'].map((key) => Object.assign(file(key), { level: 'private' as const }))
  const progress: number[] = []
  const remove: StorageCalls['remove'] = async ({ key }) => {
    if (key === 'a') return ok(undefined)
    return fail<StorageCallFailure>({ kind: key === 'b' ? 'not-found' : 'refused' })
  }
  const left = await deleteWithoutUndo({ remove }, files, (done) => progress.push(done))
  expect(left.map(({ key }) => key)).toEqual(['c'])
  expect(progress).toEqual([1, 2, 3])
})
