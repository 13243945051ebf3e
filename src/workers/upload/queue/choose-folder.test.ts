import { expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { createFile, mine, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000

test('puts a file into the chosen folder, below which the folders of a drop follow', async () => {
  const { engine, objectStore, advance } = await runEngine()
  const folder = { level: 'private', folder: 'final/2026/' } as const
  await engine.add('ana', folder, [
    { file: createFile('a.mp4', 2) },
    { file: createFile('b.mp4', 2, 1), path: 'first half/b.mp4' },
  ])
  await advance(minute)
  expect([...objectStore.objects.keys()].toSorted()).toEqual([
    storedKey('final/2026/a.mp4'),
    storedKey('final/2026/first half/b.mp4'),
  ])
})

test('writes a folder as it is spelled in the store', async () => {
  const { engine, objectStore, advance } = await runEngine()
  const folder = { level: 'private', folder: 'e\u0301te\\/' } as const
  await engine.add('ana', folder, [{ file: createFile('a.txt', 0, 1) }])
  await advance(minute)
  expect([...objectStore.objects.keys()]).toEqual([storedKey('e\u0301te\\/a.txt')])
})

test('the same file for two folders is two tasks', async () => {
  const { engine, tasks, advance } = await runEngine()
  const file = createFile('a.mp4', 2)
  await engine.add('ana', mine, [{ file }])
  const [second] = await engine.add('ana', { level: 'private', folder: 'final/' }, [{ file }])
  expect(second).toMatchObject({ value: { known: false } })
  await advance(minute)
  expect([...tasks.values()].map(({ key }) => key)).toEqual(['a.mp4', 'final/a.mp4'])
})

test('a folder without an address accepts no file', async () => {
  const { engine } = await runEngine()
  const [outcome] = await engine.add('ana', { level: 'private', folder: 'a/../' }, [
    { file: createFile('a', 0, 1) },
  ])
  expect(outcome).toEqual(fail({ name: 'a', refusal: 'folder-without-address' }))
})
