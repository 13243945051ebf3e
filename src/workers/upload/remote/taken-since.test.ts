import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { createMemoryCopies } from '../testing/memory-copies.ts'
import { createDevice, createFile, mine, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000
const name = 'match.mp4'
const numbered = storedKey('match (2).mp4')
const kinds = [
  ['in parts', createFile(name, 9)],
  ['in one request', createFile(name, 0, 9)],
] as const

describe.each(kinds)(
  'an object that another device stores under the key during the upload (%s)',
  (_, file) => {
    const theirs = { size: file.size, eTag: '"theirs-9"', madeBy: 'their-task' }
    const noRoom = () => createMemoryCopies(new Map(), { free: 0 })

    test('stays, and the upload gets the next number', async () => {
      const { add, advance, objectStore, findStatus } = await runEngine({ latency: () => 101 })
      await add(file)
      await advance(150)
      objectStore.objects.set(storedKey(name), theirs)
      await advance(minute)
      expect(findStatus()).toEqual({ state: 'COMPLETED' })
      expect(objectStore.objects.get(storedKey(name))).toBe(theirs)
      expect(objectStore.objects.get(numbered)).toMatchObject({ size: file.size, madeBy: 'task-1' })
      expect(objectStore.uploads.size).toBe(0)
    })

    test('stays when the upload, of a tab that was killed, is cancelled', async () => {
      const phone = createDevice({ latency: () => 101, copies: noRoom() })
      const first = await phone.begin()
      await first.add('ana', mine, [{ file }])
      await phone.advance(150)
      phone.kill()
      await phone.advance(1000)
      phone.objectStore.objects.set(storedKey(name), theirs)
      // Weeks later, by a lifecycle rule of the bucket.
      phone.objectStore.forgetUpload()
      const second = await phone.begin()
      await second.load()
      await phone.advance(minute)
      await second.command(['task-1'], 'cancel')
      await phone.advance(minute)
      expect(phone.findStatus()).toEqual({ state: 'CANCELLED' })
      expect([...phone.objectStore.objects]).toEqual([[storedKey(name), theirs]])
    })
  },
)

test('looks the name up before Complete, and so overwrites nothing in a store that ignores its condition', async () => {
  const { add, advance, objectStore, findStatus } = await runEngine({
    latency: () => 101,
    ignoresConditions: true,
  })
  const theirs = { size: 1, eTag: '"theirs"' }
  await add(createFile(name, 9))
  while (objectStore.count('sendPart') === 0) await advance(10)
  objectStore.objects.set(storedKey(name), theirs)
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect(objectStore.objects.get(storedKey(name))).toBe(theirs)
  expect(objectStore.objects.get(numbered)).toMatchObject({ madeBy: 'task-1' })
  expect(objectStore.uploads.size).toBe(0)
})

test('pauses an upload when the store calls every key taken but shows nothing there', async () => {
  const { add, advance, objectStore, findStatus } = await runEngine({
    trouble: (request) =>
      request === 'complete' ? { kind: 'refused', code: 'PreconditionFailed' } : undefined,
  })
  await add(createFile(name, 2))
  await advance(10 * minute)
  expect(findStatus()).toMatchObject({ state: 'PAUSED', reason: { code: 'PreconditionFailed' } })
  expect(objectStore.count('complete')).toBe(3)
})

test.each(kinds)('recognises its own stored object after a lost response (%s)', async (_, file) => {
  let losses = 1
  const lost = new Set(['put', 'complete'])
  const { add, advance, objectStore, findStatus } = await runEngine({
    trouble: (request) => (lost.has(request) && losses-- > 0 ? 'answer-lost' : undefined),
  })
  await add(file)
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect([...objectStore.objects.keys()]).toEqual([storedKey(name)])
})

test('asks for a file that was sent completely when its tab died, if its name is taken since', async () => {
  const phone = createDevice({ latency: () => 101, copies: createMemoryCopies(new Map(), { free: 0 }) })
  const first = await phone.begin()
  await first.add('ana', mine, [{ file: createFile(name, 4) }])
  await phone.advance(350)
  phone.kill()
  await phone.advance(1000)
  phone.objectStore.objects.set(storedKey(name), { size: 4711, eTag: '"theirs"' })
  const second = await phone.begin()
  await second.load()
  await phone.advance(minute)
  expect(phone.findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } })
  await second.give('task-1', { file: createFile(name, 4) })
  await phone.advance(minute)
  expect(phone.findStatus()).toEqual({ state: 'COMPLETED' })
  expect([...phone.objectStore.objects.keys()]).toEqual([storedKey(name), numbered])
})

test('a small file that is cancelled after its last byte, before the browser reports it, leaves nothing', async () => {
  const { add, advance, engine, objectStore, clock, findStatus } = await runEngine()
  objectStore.transport.put = async ({ key, body, madeBy }, { signal, onProgress }) => {
    objectStore.objects.set(key, { size: body.size, eTag: '"put"', madeBy })
    await clock.sleep(100, signal)
    if (signal.aborted) return fail({ kind: 'aborted' })
    onProgress?.(body.size)
    return ok({})
  }
  await add(createFile('note.txt', 0, 900))
  await advance(50)
  await engine.command(['task-1'], 'cancel')
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'CANCELLED' })
  expect(objectStore.objects.size).toBe(0)
})
