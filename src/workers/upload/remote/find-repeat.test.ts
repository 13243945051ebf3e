import { describe, expect, test } from 'vitest'
import { createDevice, createFile, mine, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000
const name = 'match.mp4'
const asked = (key: string) => ({ state: 'PAUSED', reason: { kind: 'already-stored', key } })

describe.each([
  ['in one request', createFile(name, 0, 9), 'AAAAAA=='],
  ['in parts', createFile(name, 2, 1), 'AAAAAA==-3'],
] as const)('a file that is stored already (%s)', (_, file, checksum) => {
  const stored = { size: file.size, eTag: '"older"', checksum }

  test.each(['match.mp4', 'final.mp4', '2026/final/match.mp4'])(
    'as %s is not sent before the coach agrees',
    async (key) => {
      const { add, advance, objectStore, findStatus } = await runEngine()
      objectStore.objects.set(storedKey(key), stored)
      await add(file)
      await advance(minute)
      expect(findStatus()).toEqual(asked(key))
      expect(objectStore.count('put') + objectStore.count('sendPart')).toBe(0)
      expect(objectStore.uploads.size).toBe(0)
    },
  )

  test('is sent under the next number when the coach agrees, even after a restart', async () => {
    const device = createDevice()
    device.objectStore.objects.set(storedKey(name), stored)
    const first = await device.begin()
    await first.add('ana', mine, [{ file }])
    await device.advance(minute)
    device.objectStore.network.up = false
    await first.command(['task-1'], 'resume')
    await device.advance(100)
    device.kill()
    device.objectStore.network.up = true
    await (await device.begin()).load(new Map([['task-1', file]]))
    await device.advance(minute)
    expect(device.findStatus()).toEqual({ state: 'COMPLETED' })
    expect(device.objectStore.objects.get(storedKey(name))).toBe(stored)
    expect(device.objectStore.objects.has(storedKey('match (2).mp4'))).toBe(true)
  })

  test('is still asked about after a restart, and a refusal leaves the stored one alone', async () => {
    const device = createDevice()
    device.objectStore.objects.set(storedKey(name), stored)
    await (await device.begin()).add('ana', mine, [{ file }])
    await device.advance(minute)
    const second = await device.begin()
    await second.load()
    await device.advance(minute)
    expect(device.findStatus()).toEqual(asked(name))
    await second.command(['task-1'], 'cancel')
    await device.advance(minute)
    expect([...device.objectStore.objects]).toEqual([[storedKey(name), stored]])
    expect(device.rows.size).toBe(0)
  })

  test('and is chosen offline is asked about when the connection returns, and holds no other file up', async () => {
    const { add, advance, connection, objectStore, findStatus } = await runEngine()
    objectStore.objects.set(storedKey(name), stored)
    objectStore.network.up = false
    await add(file, createFile('other.mp4', 0, 5))
    await advance(minute)
    expect(findStatus()).toMatchObject({ reason: { kind: 'offline' } })
    objectStore.network.up = true
    await connection.checkLost()
    await advance(minute)
    expect([findStatus('task-1'), findStatus('task-2')]).toEqual([asked(name), { state: 'COMPLETED' }])
  })

  test.each([
    ['has another checksum', storedKey(name), { ...stored, checksum: 'BBBBBB==' }],
    ['has a checksum of other parts', storedKey(name), { ...stored, checksum: 'AAAAAA==-9' }],
    ['has no checksum', storedKey(name), { size: stored.size }],
    ['is of another size', storedKey(name), { ...stored, size: stored.size + 1 }],
    ['lies at another level', `public/us-east-1:ana/${name}`, stored],
    ['is of somebody else', `private/us-east-1:eva/${name}`, stored],
  ])('is not a repeat when the stored one %s, and is sent', async (_why, key, object) => {
    const { add, advance, objectStore, findStatus } = await runEngine()
    objectStore.objects.set(key, object)
    await add(file)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(key)).toBe(object)
  })
})

test('reads a file whose size no stored one has once, as it is sent', async () => {
  const read: number[] = []
  const { add, advance, objectStore, findStatus } = await runEngine({
    computeChecksum: async ({ size }) => {
      read.push(size)
      return 'AAAAAA=='
    },
  })
  objectStore.objects.set(storedKey(name), { size: 8, checksum: 'AAAAAA==' })
  await add(createFile(name, 0, 9))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  expect(read).toEqual([9])
})

test('files that are chosen together share a list, and later ones get a new one', async () => {
  const { add, advance, objectStore, findStatus } = await runEngine()
  await add(...Array.from({ length: 30 }, (_, place) => createFile(`${place}.mp4`, 0, place + 1)))
  await advance(minute)
  const lists = objectStore.count('listObjects')
  expect(lists).toBeLessThan(3)
  objectStore.objects.set(storedKey('since.mp4'), { size: 99, checksum: 'AAAAAA==' })
  await add(createFile('again.mp4', 0, 99))
  await advance(minute)
  expect(findStatus('task-31')).toEqual(asked('since.mp4'))
  expect(objectStore.count('listObjects')).toBe(lists + 1)
})

test('asks nothing about an empty file, or when the store cannot list', async () => {
  const { add, advance, objectStore, findStatus } = await runEngine({
    trouble: (request) => (request === 'listObjects' ? { kind: 'refused', code: 'AccessDenied' } : undefined),
  })
  objectStore.objects.set(storedKey(name), { size: 9, checksum: 'AAAAAA==' })
  await add(createFile(name, 0, 9))
  await advance(minute)
  expect(findStatus()).toEqual({ state: 'COMPLETED' })
  const other = await runEngine()
  other.objectStore.objects.set(storedKey('none.txt'), { size: 0, checksum: 'AAAAAA==' })
  await other.add(createFile('empty.txt', 0, 0))
  await other.advance(minute)
  expect(other.findStatus()).toEqual({ state: 'COMPLETED' })
})
