import { describe, expect, test } from 'vitest'
import { createDevice, createFile, mine, runEngine, storedKey } from '../testing/running-engine.ts'

const minute = 60_000

describe('a key that is taken in the store', () => {
  test('is not overwritten: the upload gets the next number, like a file that is chosen twice, and keeps it', async () => {
    const { add, advance, objectStore, tasks, findStatus } = await runEngine()
    objectStore.objects.set(storedKey('image.jpg'), { size: 10, eTag: '"older"' })
    await add(createFile('image.jpg', 0, 10))
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(storedKey('image.jpg'))?.eTag).toBe('"older"')
    expect(tasks.get('task-1')?.key).toBe('image (2).jpg')
    expect(objectStore.objects.has(storedKey('image (2).jpg'))).toBe(true)
  })

  /** Images that a phone gives the same name. */
  const images = ['image.jpg', ...Array.from({ length: 40 }, (_, before) => `image (${before + 2}).jpg`)]

  test('is found, like its numbers, in a list of the store, and the first free one is looked up', async () => {
    const { add, advance, objectStore, tasks } = await runEngine()
    for (const name of images) objectStore.objects.set(storedKey(name), { size: 11, eTag: '"older"' })
    await add(createFile('image.jpg', 0, 10))
    await advance(minute)
    expect(tasks.get('task-1')?.key).toBe('image (42).jpg')
    expect(objectStore.count('head')).toBe(2)
  })

  test('never gives the same number to two files', async () => {
    const { engine, advance, objectStore, tasks } = await runEngine({ latency: () => 100 })
    for (const name of ['image.jpg', 'image (2).jpg'])
      objectStore.objects.set(storedKey(name), { size: 1, eTag: '"older"' })
    const files = [1, 2, 3].map((rest) => ({ file: createFile('image.jpg', 3, rest) }))
    await engine.add('ana', mine, files)
    await advance(minute)
    const keys = [...tasks.values()].map(({ key }) => key)
    expect(keys.toSorted()).toEqual(['image (3).jpg', 'image (4).jpg', 'image (5).jpg'])
    expect(objectStore.count('complete')).toBe(3)
  })

  test('gets the id of the task after a few numbers when the store cannot list', async () => {
    const { add, advance, objectStore, tasks } = await runEngine({
      trouble: (name) => (name === 'listObjects' ? { kind: 'refused', code: 'AccessDenied' } : undefined),
    })
    for (const name of images) objectStore.objects.set(storedKey(name), { size: 10, eTag: '"older"' })
    await add(createFile('image.jpg', 0, 10))
    await advance(minute)
    expect(tasks.get('task-1')?.key).toBe('image task-1.jpg')
    expect(objectStore.count('head')).toBeLessThan(6)
  })
})

describe('an upload in parts', () => {
  const file = createFile('match.mp4', 3)
  /** As similar as possible to ours: the same size and the same number of parts. */
  const theirs = { size: file.size, eTag: '"theirs-3"' }
  const numbered = storedKey('match (2).mp4')

  const taken = async (options: Parameters<typeof createDevice>[0] = {}) => {
    const device = await runEngine({ latency: () => 100, ...options })
    device.objectStore.objects.set(storedKey('match.mp4'), theirs)
    return device
  }

  test('is created while its key is looked up', async () => {
    const { add, advance, objectStore } = await runEngine({ latency: () => 100 })
    await add(file)
    await advance(150)
    expect(objectStore.inFlight()).toBe(3)
  })

  test('whose key turns out to be taken is aborted there, and restarts under the next number', async () => {
    const { add, advance, objectStore, findStatus } = await taken()
    await add(file)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(storedKey('match.mp4'))).toEqual(theirs)
    expect(objectStore.objects.get(numbered)?.size).toBe(file.size)
    expect(objectStore.uploads.size).toBe(0)
    expect(objectStore.count('sendPart')).toBe(3)
  })

  test('whose key is taken leaves nothing there, even if the browser requested it twice', async () => {
    const { add, advance, objectStore, findStatus } = await taken({
      trouble: (name) => (name === 'create' ? 'done-twice' : undefined),
    })
    await add(file)
    await advance(minute)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.uploads.size).toBe(0)
  })

  test('stores its id and its claim on the disk before it sends the first byte', async () => {
    const device = createDevice({ latency: () => 100 })
    await (await device.begin()).add('ana', mine, [{ file }])
    while (device.objectStore.count('sendPart') === 0) await device.advance(10)
    expect(device.rows.get('task-1')).toMatchObject({ remote: { kind: 'upload', uploadId: 'upload-1' } })
  })

  test('that was paused before its key was claimed is stored on the disk when it resumes', async () => {
    const { add, advance, engine, objectStore, rows } = await runEngine({ latency: () => 100 })
    await add(file)
    await advance(50)
    await engine.command(['task-1'], 'pause')
    await advance(100)
    await engine.command(['task-1'], 'resume')
    while (objectStore.count('sendPart') === 0) await advance(10)
    expect(rows.get('task-1')).toMatchObject({ remote: { kind: 'upload', uploadId: 'upload-1' } })
    expect(objectStore.count('create')).toBe(1)
  })

  test('deletes no object of another device when it is cancelled, however similar', async () => {
    const { add, advance, engine, objectStore, rows } = await taken()
    await add(file)
    await advance(50)
    await engine.command(['task-1'], 'cancel')
    await advance(60)
    // The abort finds that the upload is already gone, as after a lost response.
    objectStore.forgetUpload()
    await advance(minute)
    expect(objectStore.objects.get(storedKey('match.mp4'))).toEqual(theirs)
    expect(rows.size).toBe(0)
  })

  test.each([50, 110, 150, 250, 350, 450, 550])(
    'whose key is taken leaves nothing when it is cancelled after %i ms',
    async (after) => {
      const { add, advance, engine, objectStore, findStatus, rows } = await taken()
      await add(file)
      await advance(after)
      await engine.command(['task-1'], 'cancel')
      await advance(minute)
      expect(findStatus()).toEqual({ state: 'CANCELLED' })
      expect([...objectStore.objects]).toEqual([[storedKey('match.mp4'), theirs]])
      expect(objectStore.uploads.size).toBe(0)
      expect(rows.size).toBe(0)
    },
  )

  test.each([50, 110, 150, 250, 350, 450, 550])(
    'whose key is taken leaves nothing when the worker dies after %i ms',
    async (after) => {
      const device = createDevice({ latency: () => 100 })
      device.objectStore.objects.set(storedKey('match.mp4'), theirs)
      await (await device.begin()).add('ana', mine, [{ file }])
      await device.advance(after)
      device.kill()
      await device.advance(200)
      await (await device.begin()).load(new Map([['task-1', file]]))
      await device.advance(minute)
      expect(device.objectStore.objects.get(storedKey('match.mp4'))).toEqual(theirs)
      expect(device.objectStore.objects.size).toBe(2)
      expect(device.objectStore.uploads.size).toBe(0)
      expect(device.objectStore.violations).toEqual([])
    },
  )
})
