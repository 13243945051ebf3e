import { expect, test } from 'vitest'
import { memoryKeyValues } from '../platform/storage/testing/memory-key-values.ts'
import { createSeenOnDevice, mergeSeen, type SeenParts } from './seen-on-device.ts'

test('adds up stretches, and keeps a read text as read', () => {
  const before: SeenParts = { watched: [[0, 5]], read: true }
  expect(mergeSeen(before, { watched: [[4, 9]], read: false })).toEqual({ watched: [[0, 9]], read: true })
})

test('returns what was seen, for every module, only to its customer', async () => {
  const keyValues = memoryKeyValues()
  const seen = createSeenOnDevice(keyValues, 'ana')
  await seen.getValue('training-1').write({ watched: [[0, 9]], read: false })
  await seen.getValue('training-extra').write({ watched: [], read: true })
  expect([...(await seen.read())]).toEqual([
    ['training-1', { watched: [[0, 9]], read: false }],
    ['training-extra', { watched: [], read: true }],
  ])
  expect((await createSeenOnDevice(keyValues, 'bia').read()).size).toBe(0)
})

test('a device without storage returns nothing, and fails nothing', async () => {
  const broken = async () => {
    throw new Error('blocked')
  }
  const seen = createSeenOnDevice({ ...memoryKeyValues(), read: broken, write: broken }, 'ana')
  await seen.getValue('training-1').write({ watched: [[0, 5]], read: false })
  expect((await seen.read()).size).toBe(0)
})
