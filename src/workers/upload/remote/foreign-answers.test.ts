import { expect, test } from 'vitest'
import type { Trouble } from '../testing/fake-object-store.ts'
import { createFile, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000
const file = createFile('match.mp4', 4)

test('resumes an upload whose Complete something else answered, and leaves no upload open', async () => {
  let isForeign = true
  const { add, advance, engine, objectStore, findStatus } = await runEngine({
    trouble: (name) => (isForeign && name === 'complete' ? { kind: 'foreign-answer' } : undefined),
  })
  await add(file)
  await advance(5 * minute)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'foreign-answer' } })
  isForeign = false
  await engine.command(['task-1'], 'resume')
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect([objectStore.count('create'), objectStore.count('sendPart')]).toEqual([1, 4])
  expect(objectStore.uploads.size).toBe(0)
})

/** An upload whose object is denied so many times, at a store that lists it or does not. */
const denied = async (times: number, canList: boolean) => {
  let denials = times
  const device = await runEngine({
    trouble: (name): Trouble => {
      if (name === 'listObjects' && !canList) return { kind: 'refused', code: 'AccessDenied' }
      return name === 'head' && device.objectStore.objects.size > 0 && denials-- > 0
        ? { kind: 'not-found', code: 'NotFound' }
        : undefined
    },
  })
  await device.add(file)
  await device.advance(5 * minute)
  return device
}

test('looks up a denied object in the list of the store, without sending the upload again', async () => {
  const { objectStore, findStatus } = await denied(99, true)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect([objectStore.count('create'), objectStore.count('sendPart')]).toEqual([1, 4])
})

test('requests a denied object once more when the store cannot list', async () => {
  const { objectStore, findStatus } = await denied(2, false)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect([objectStore.count('create'), objectStore.count('sendPart')]).toEqual([1, 4])
})

test('sends an upload again whose object was denied, finds it, and leaves no second upload open', async () => {
  const { advance, engine, objectStore, findStatus } = await denied(7, false)
  expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'NotFound' } })
  await engine.command(['task-1'], 'resume')
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect([...objectStore.objects.keys()]).toEqual([storedKey('match.mp4')])
  expect(objectStore.uploads.size).toBe(0)
})

test('asks a store that lost a completed object once, and once for its list', async () => {
  const device = await runEngine({
    trouble: (name): Trouble => {
      if (name === 'head') device.objectStore.objects.clear()
      return undefined
    },
  })
  await device.add(file)
  await device.advance(5 * minute)
  expect(device.findStatus()).toEqual({
    state: 'PAUSED',
    reason: { kind: 'server-refused', code: 'NotFound' },
  })
  const { requests } = device.objectStore
  const after = requests.slice(requests.findIndex(({ name }) => name === 'complete') + 1)
  expect(
    after.map(({ name }) => name).filter((name) => name !== 'listUploads' && name !== 'listParts'),
  ).toEqual(['head', 'listObjects'])
})
