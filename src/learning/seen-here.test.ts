import { expect, test } from 'vitest'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createSeenHere } from './seen-here.ts'

const memory = (): KeyValues => {
  const stored = new Map<string, unknown>()
  return {
    read: async (key) => stored.get(key),
    write: async (key, value) => void stored.set(key, value),
    remove: async (key) => void stored.delete(key),
    clear: async () => stored.clear(),
  }
}

test('stretches of a module add up, and a text that was read stays read, for its customer only', async () => {
  const values = memory()
  const seen = createSeenHere(values, 'ana')
  await seen.add('training-1', { watched: [[0, 5]], read: false })
  await seen.add('training-1', { watched: [[4, 9]], read: false })
  await seen.add('training-extra', { watched: [], read: true })
  await seen.add('training-extra', { watched: [], read: false })
  expect([...(await seen.read())]).toEqual([
    ['training-1', { watched: [[0, 9]], read: false }],
    ['training-extra', { watched: [], read: true }],
  ])
  expect((await createSeenHere(values, 'bia').read()).size).toBe(0)
})

test('a device that cannot remember shows nothing, and fails nothing', async () => {
  const broken = async () => {
    throw new Error('blocked')
  }
  const seen = createSeenHere({ ...memory(), read: broken, write: broken }, 'ana')
  await seen.add('training-1', { watched: [[0, 5]], read: false })
  expect((await seen.read()).size).toBe(0)
})
