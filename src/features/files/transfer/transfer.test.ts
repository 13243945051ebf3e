import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { CopyCall, ObjectCall } from '../../../stored-files/storage-calls.ts'
import { transferFiles } from './transfer.ts'

const home = { level: 'private', folder: '' } as const
const games = { level: 'public', folder: 'games/' } as const

/** A store with some files, some of which cannot be deleted. */
const createStore = (keys: string[], fixed: string[] = []) => {
  const stored = new Set(keys)
  return {
    stored,
    copy: async ({ source, destination, failIfExists }: CopyCall) => {
      const key = `${destination.level}/${destination.key}`
      if (!stored.has(`${source.level}/${source.key}`)) return fail({ kind: 'not-found' as const })
      if (failIfExists && stored.has(key)) return fail({ kind: 'exists' as const })
      stored.add(key)
      return ok({ key })
    },
    remove: async ({ level, key }: ObjectCall) => {
      if (fixed.includes(key)) return fail({ kind: 'refused' as const, code: 'AccessDenied' })
      stored.delete(`${level}/${key}`)
      return ok(undefined)
    },
  }
}

test('a copy keeps the original', async () => {
  const store = createStore(['private/a', 'private/x/b'])
  expect(await transferFiles(store, { kind: 'copy', from: home, keys: ['a', 'x/b'], to: games })).toEqual([])
  expect([...store.stored].sort()).toEqual(['private/a', 'private/x/b', 'public/games/a', 'public/games/b'])
})

test('a move deletes the original', async () => {
  const store = createStore(['private/a'])
  await transferFiles(store, { kind: 'move', from: home, keys: ['a'], to: games })
  expect([...store.stored]).toEqual(['public/games/a'])
})

test('renames by a move inside the folder', async () => {
  const store = createStore(['private/a'])
  await transferFiles(store, { kind: 'move', from: home, keys: ['a'], to: home, name: 'b' })
  expect([...store.stored]).toEqual(['private/b'])
})

test('replaces no file, and deletes nothing whose copy does not exist', async () => {
  const store = createStore(['private/a', 'private/b', 'public/games/a'])
  const failures = await transferFiles(store, {
    kind: 'move',
    from: home,
    keys: ['a', 'b', 'gone'],
    to: games,
  })
  expect(failures).toEqual([
    { key: 'a', cause: { kind: 'exists' }, isCopied: false },
    { key: 'gone', cause: { kind: 'not-found' }, isCopied: false },
  ])
  expect([...store.stored].sort()).toEqual(['private/a', 'public/games/a', 'public/games/b'])
})

test('reports an original that cannot be deleted, as two files then exist', async () => {
  const store = createStore(['private/a'], ['a'])
  const failures = await transferFiles(store, { kind: 'move', from: home, keys: ['a'], to: games })
  expect(failures).toEqual([{ key: 'a', cause: { kind: 'refused', code: 'AccessDenied' }, isCopied: true }])
  expect([...store.stored].sort()).toEqual(['private/a', 'public/games/a'])
})
