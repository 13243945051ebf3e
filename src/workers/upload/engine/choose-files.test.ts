import { expect, test } from 'vitest'
import { fail } from '../../../lib/result.ts'
import { fileOf, runEngine } from '../testing/running-engine.ts'

const minute = 60_000

test('the same file chosen twice is one task', async () => {
  const { add, tasks, advance } = await runEngine()
  expect(await add(fileOf('match.mp4', 2), fileOf('match.mp4', 2))).toEqual(['task-1', 'task-1'])
  await advance(minute)
  expect(tasks.size).toBe(1)
})

test('another file with the same name gets a key of its own', async () => {
  const { add, tasks, advance } = await runEngine()
  await add(fileOf('image.jpg', 0, 10), fileOf('image.jpg', 0, 20))
  await advance(minute)
  expect([...tasks.values()].map(({ key }) => key)).toEqual(['image.jpg', 'image (2).jpg'])
})

test('a file that cannot be read is not taken at all', async () => {
  const { engine } = await runEngine()
  const file = fileOf('folder', 0, 4096)
  const broken = Object.assign(file, {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('folder', 'NotFoundError')) }),
  })
  expect(await engine.add('ana', 'private', [{ file: broken }])).toEqual([
    fail({ name: 'folder', refusal: 'unreadable' }),
  ])
})

test('what is no Blob is not taken, in the words of the specification', async () => {
  const { engine, warnings } = await runEngine()
  const file = JSON.parse('{ "name": "match.mp4", "size": 9 }')
  expect(await engine.add('ana', 'private', [{ file }])).toEqual([
    fail({ name: 'match.mp4', refusal: 'unreadable' }),
  ])
  expect(warnings).toEqual(['Object must be an instance of Blob'])
})
