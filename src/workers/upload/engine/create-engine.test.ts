import { describe, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { createMemoryStore, fileOf, runEngine, storedKey } from '../testing/running-engine.ts'
import type { Trouble } from '../testing/fake-object-store.ts'
import { defaultPartSize } from './plan-parts.ts'

const minute = 60_000

describe('an upload', () => {
  test.each([
    ['nothing', 0, 0],
    ['one byte', 0, 1],
    ['exactly one part', 1, 0],
  ])('of %s goes in one request', async (_, parts, rest) => {
    const { add, advance, objectStore, statusOf } = await runEngine()
    await add(fileOf('note.txt', parts, rest))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.requests.map(({ name }) => name)).toEqual(['head', 'put'])
    expect(objectStore.objects.get(storedKey('note.txt'))?.size).toBe(parts * defaultPartSize + rest)
  })

  test('of one byte more goes in two parts, and its size is checked afterwards', async () => {
    const { add, advance, objectStore, statusOf, rows } = await runEngine()
    await add(fileOf('match.mp4', 1, 1))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.requests.map(({ name }) => name)).toEqual([
      'head',
      'create',
      'sendPart',
      'sendPart',
      'complete',
      'head',
    ])
    expect(rows.size).toBe(0)
  })

  test('never has more than four parts in flight, over all tasks', async () => {
    const { add, advance, objectStore } = await runEngine()
    await add(fileOf('a.mp4', 9), fileOf('b.mp4', 9), fileOf('c.mp4', 9))
    await advance(minute)
    expect(objectStore.mostAtOnce()).toBe(4)
    expect(objectStore.objects.size).toBe(3)
  })

  test('saves task, upload id, part size and file identity before the first byte leaves', async () => {
    const { add, advance, rows } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 3))
    await advance(250)
    expect(rows.get('task-1')).toMatchObject({
      uploadId: 'upload-1',
      partSize: defaultPartSize,
      name: 'match.mp4',
      size: 3 * defaultPartSize,
      lastModified: 1_700_000_000_000,
      sample: '196608',
    })
  })

  test('whose stored size is another one pauses with the reason, and can be sent again', async () => {
    const { add, advance, engine, objectStore, statusOf } = await runEngine()
    const { head } = objectStore.transport
    objectStore.transport.head = async () => ({ ok: true, value: { size: 1 } })
    await add(fileOf('match.mp4', 2))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'SizeMismatch' } })
    objectStore.transport.head = head
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
  })

  test('of the same file chosen twice is one task', async () => {
    const { add, tasks, advance } = await runEngine()
    expect(await add(fileOf('match.mp4', 2), fileOf('match.mp4', 2))).toEqual(['task-1', 'task-1'])
    await advance(minute)
    expect(tasks.size).toBe(1)
  })

  test('of another file with the same name gets a key of its own', async () => {
    const { add, tasks, advance } = await runEngine()
    await add(fileOf('image.jpg', 0, 10), fileOf('image.jpg', 0, 20))
    await advance(minute)
    expect([...tasks.values()].map(({ key }) => key)).toEqual(['image.jpg', 'image (2).jpg'])
  })
})

describe('a key that is taken in the store', () => {
  test('is left alone: the upload gets one with its date, and keeps it', async () => {
    const { add, advance, objectStore, tasks, statusOf } = await runEngine()
    objectStore.objects.set(storedKey('image.jpg'), { size: 10, eTag: '"older"' })
    await add(fileOf('image.jpg', 0, 10))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.get(storedKey('image.jpg'))?.eTag).toBe('"older"')
    expect(tasks.get('task-1')?.key).toBe('image 1970-01-01 00.16.40.jpg')
    expect(objectStore.objects.has(storedKey('image 1970-01-01 00.16.40.jpg'))).toBe(true)
  })

  test('and with its date as well, is marked with the id of the task', async () => {
    const { add, advance, objectStore, tasks } = await runEngine()
    for (const name of ['image.jpg', 'image 1970-01-01 00.16.40.jpg'])
      objectStore.objects.set(storedKey(name), { size: 10, eTag: '"older"' })
    await add(fileOf('image.jpg', 0, 10))
    await advance(minute)
    expect(tasks.get('task-1')?.key).toBe('image task-1.jpg')
  })
})

describe('fairness', () => {
  test('a row of large files does not starve a small one', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    const large = Array.from({ length: 5 }, (_, index) => fileOf(`large-${index}.mp4`, 8))
    await add(...large, fileOf('small.txt', 0, 5))
    await advance(450)
    expect(statusOf('task-6')).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.size).toBe(1)
  })

  test('a task that is put first is the next to start', async () => {
    const { add, advance, engine, tasks } = await runEngine({ latency: () => 100 })
    await add(...[2, 9, 9, 9, 9, 9].map((parts, index) => fileOf(`${index}.mp4`, parts)))
    await engine.first('task-6')
    await advance(900)
    const started = [...tasks.values()].filter(({ status }) => status.state !== 'INIT').map(({ id }) => id)
    expect(started).toEqual(['task-1', 'task-2', 'task-3', 'task-6'])
  })
})

describe('a restart', () => {
  const interrupted = async (options: Parameters<typeof runEngine>[0] = {}) => {
    const first = await runEngine({ latency: () => 100 })
    await first.add(fileOf('match.mp4', 8))
    await first.advance(350)
    const second = await runEngine({ store: createMemoryStore(first.rows), ...options })
    // The server lives on, what was in flight is lost.
    for (const [id, { key, parts }] of first.objectStore.uploads)
      second.objectStore.uploads.set(id, { key, parts: new Map(parts) })
    await second.engine.load()
    await second.advance(100)
    return second
  }

  test('asks for the file, and shows how far the upload had come', async () => {
    const { statusOf, tasks } = await interrupted()
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'restart' } })
    expect(tasks.get('task-1')?.sentBytes).toBe(4 * defaultPartSize)
  })

  test('refuses another file and goes on with the same one, sending only what is missing', async () => {
    const { advance, engine, objectStore, statusOf } = await interrupted()
    expect(await engine.give('task-1', { file: fileOf('other.mp4', 8) })).toEqual(fail('other-file'))
    expect(await engine.give('task-1', { file: fileOf('match.mp4', 7) })).toEqual(fail('other-file'))
    expect((await engine.give('task-1', { file: fileOf('match.mp4', 8) })).ok).toBe(true)
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    const sent = objectStore.requests.filter(({ name }) => name === 'sendPart').map(({ number }) => number)
    expect(new Set(sent)).toEqual(new Set([5, 6, 7, 8]))
    expect(sent).toHaveLength(4)
  })

  test('recognises content: the same name, size and time are not enough', async () => {
    let content = 'one'
    const first = await runEngine({ latency: () => 100, digest: async () => content })
    await first.add(fileOf('match.mp4', 8))
    await first.advance(350)
    const second = await runEngine({ store: createMemoryStore(first.rows), digest: async () => content })
    await second.engine.load()
    content = 'another'
    expect(await second.engine.give('task-1', { file: fileOf('match.mp4', 8) })).toEqual(fail('other-file'))
  })

  test('goes on when the same file is simply chosen again', async () => {
    const { add, advance, statusOf } = await interrupted()
    expect(await add(fileOf('match.mp4', 8))).toEqual(['task-1'])
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
  })

  test('whose time is new at each choice, as on a phone, goes on from what is stored', async () => {
    const { engine, objectStore, advance, statusOf } = await interrupted()
    const copy = fileOf('match.mp4', 8, 0, 1_800_000_000_000)
    expect(await engine.give('task-1', { file: copy })).toEqual(ok(undefined))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('sendPart')).toBe(4)
  })

  test('whose time is new because it was edited: the parts that differ are sent again', async () => {
    const { engine, objectStore, advance, statusOf } = await interrupted({ checksum: async () => 'BBBBBB==' })
    expect(await engine.give('task-1', { file: fileOf('match.mp4', 8, 0, 1_800_000_000_000) })).toEqual(
      ok(undefined),
    )
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('sendPart')).toBe(8)
  })

  test('does not count a listed part of another size', async () => {
    const second = await interrupted()
    const [upload] = second.objectStore.uploads.values()
    upload!.parts.set(1, { number: 1, size: 17, eTag: '"short"' })
    await second.engine.give('task-1', { file: fileOf('match.mp4', 8) })
    await second.advance(minute)
    expect(second.objectStore.objects.get(storedKey('match.mp4'))?.size).toBe(8 * defaultPartSize)
  })
})

describe('the connection', () => {
  test('lost for hours spends no retries, and the upload goes on within 2 s after it is back', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 12))
    await advance(350)
    objectStore.network.up = false
    await advance(400)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'offline' } })
    await advance(3 * 60 * minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'offline' } })
    objectStore.network.up = true
    const before = objectStore.requests.length
    await advance(2000)
    expect(objectStore.requests.length).toBeGreaterThan(before)
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.violations).toEqual([])
  })

  test('lost does not undo the pause of the person', async () => {
    const { add, advance, engine, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 12))
    await advance(350)
    objectStore.network.up = false
    await advance(1000)
    await engine.command(['task-1'], 'pause')
    objectStore.network.up = true
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'you' } })
  })
})

/** Trouble for the first `times` requests of a name. */
const first = (times: number, name: string, trouble: Trouble) => {
  let left = times
  return (asked: string): Trouble => (asked === name && left-- > 0 ? trouble : undefined)
}

describe('trouble of the server', () => {
  test.each([
    ['create', { kind: 'busy', code: 'SlowDown' }],
    ['sendPart', { kind: 'busy', code: 'InternalError' }],
    ['sendPart', { kind: 'unreachable' }],
    ['sendPart', { kind: 'stalled' }],
    ['sendPart', 'answer-lost'],
    ['complete', { kind: 'busy', code: 'InternalError' }],
    ['complete', 'answer-lost'],
    ['head', { kind: 'unreachable' }],
  ] as const)('a passing failure of %s (%o) is tried again', async (name, trouble) => {
    const { add, advance, objectStore, statusOf } = await runEngine({ trouble: first(2, name, trouble) })
    await add(fileOf('match.mp4', 6))
    await advance(5 * minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.objects.size).toBe(1)
    expect(objectStore.violations).toEqual([])
  })

  test('that does not pass pauses the task without losing its upload; resuming goes on', async () => {
    let isIll = true
    const { add, advance, engine, objectStore, statusOf } = await runEngine({
      trouble: (name, { number }) =>
        isIll && name === 'sendPart' && number === 3 ? { kind: 'busy', code: 'InternalError' } : undefined,
    })
    await add(fileOf('match.mp4', 6))
    await advance(10 * minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'InternalError' } })
    expect(objectStore.count('abort')).toBe(0)
    isIll = false
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.violations).toEqual([])
  })

  test('that names a time is obeyed, by all tasks', async () => {
    const trouble = first(1, 'sendPart', { kind: 'busy', code: 'SlowDown', retryAfter: 30_000 })
    const { add, advance, objectStore } = await runEngine({ trouble })
    await add(fileOf('a.mp4', 8))
    await advance(100)
    const before = objectStore.count('sendPart')
    await add(fileOf('b.txt', 0, 3))
    await advance(29_000)
    expect(objectStore.count('sendPart')).toBe(before)
    expect(objectStore.count('put')).toBe(0)
    await advance(2000)
    expect(objectStore.objects.size).toBe(2)
  })

  test('a refusal pauses at once, with its code', async () => {
    const trouble = first(1, 'create', { kind: 'refused', code: 'AccessDenied' })
    const { add, advance, statusOf } = await runEngine({ trouble })
    await add(fileOf('match.mp4', 2))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'AccessDenied' } })
  })

  test('an upload that vanished begins again once', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 9))
    await advance(350)
    objectStore.forgetUpload()
    await advance(5 * minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
    expect(objectStore.count('create')).toBe(2)
  })

  test('an upload that vanishes again and again pauses', async () => {
    const { add, advance, objectStore, statusOf } = await runEngine({
      trouble: (name) => (name === 'sendPart' ? { kind: 'no-such-upload' } : undefined),
    })
    await add(fileOf('match.mp4', 9))
    await advance(5 * minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'server-refused', code: 'NoSuchUpload' } })
    expect(objectStore.count('create')).toBe(2)
  })
})

describe('the session', () => {
  test('over: the task waits, and goes on when the customer is back', async () => {
    let signedIn = true
    const { add, advance, engine, statusOf } = await runEngine({
      latency: () => 100,
      identityId: async () =>
        signedIn ? { ok: true, value: 'us-east-1:ana' } : fail({ kind: 'sign-in-needed' as const }),
    })
    signedIn = false
    await add(fileOf('match.mp4', 9))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
    await engine.session(undefined)
    signedIn = true
    await engine.session('ana')
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'COMPLETED' })
  })

  test('of another customer: nothing is sent with their credentials', async () => {
    const { add, advance, engine, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 9))
    await advance(350)
    await engine.session('ben')
    const before = objectStore.requests.length
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'sign-in-needed' } })
    expect(objectStore.requests.length).toBe(before)
  })
})

describe('a file that cannot be read any more', () => {
  test('pauses the task: never a mixture of old and new bytes', async () => {
    const { add, advance, statusOf, objectStore } = await runEngine({
      checksum: async () => {
        throw new DOMException('changed', 'NotReadableError')
      },
    })
    await add(fileOf('match.mp4', 9))
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'PAUSED', reason: { kind: 'file-needed', because: 'changed' } })
    expect(objectStore.count('sendPart')).toBe(0)
  })

  test('is not taken at all when it is chosen', async () => {
    const { engine } = await runEngine()
    const file = fileOf('folder', 0, 4096)
    const broken = Object.assign(file, {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('folder', 'NotFoundError')) }),
    })
    expect(await engine.add('ana', 'private', [{ file: broken }])).toEqual([
      fail({ name: 'folder', refusal: 'unreadable' }),
    ])
  })
})

describe('a cancel is final', () => {
  test.each([
    ['before it starts', 0],
    ['while its key is looked up', 50],
    ['while the upload is created', 150],
    ['with parts in flight', 250],
    ['with some parts stored', 350],
    ['while it is completed', 550],
    ['while it is verified', 650],
  ])('%s', async (_, after) => {
    const { add, advance, engine, objectStore, statusOf, rows } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 9))
    await advance(after)
    await engine.command(['task-1'], 'cancel')
    await engine.command(['task-1'], 'resume')
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'CANCELLED' })
    expect(objectStore.uploads.size).toBe(0)
    expect(objectStore.objects.size).toBe(0)
    expect(rows.size).toBe(0)
  })

  test('also for a file of one request whose bytes are all sent', async () => {
    const { add, advance, engine, objectStore, statusOf } = await runEngine({ latency: () => 100 })
    await add(fileOf('note.txt', 0, 9))
    await advance(150)
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(statusOf()).toEqual({ state: 'CANCELLED' })
    expect(objectStore.objects.size).toBe(0)
  })

  test('and is taken back once, though a session begins meanwhile', async () => {
    const { add, advance, engine, objectStore } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 9))
    await advance(350)
    await engine.command(['task-1'], 'cancel')
    await advance(50)
    await engine.session('ana')
    await advance(minute)
    expect(objectStore.count('abort')).toBe(1)
  })

  test('without connection is taken back when it is there again', async () => {
    const { add, advance, engine, objectStore, rows } = await runEngine({ latency: () => 100 })
    await add(fileOf('match.mp4', 9))
    await advance(350)
    objectStore.network.up = false
    await engine.command(['task-1'], 'cancel')
    await advance(minute)
    expect(objectStore.uploads.size).toBe(1)
    expect(rows.size).toBe(1)
    objectStore.network.up = true
    await advance(minute)
    expect(objectStore.uploads.size).toBe(0)
    expect(rows.size).toBe(0)
  })
})

test('an illegal command changes nothing and logs one warning', async () => {
  const { add, advance, engine, statusOf, warnings } = await runEngine()
  await add(fileOf('note.txt', 0, 9))
  await advance(minute)
  await engine.command(['task-1'], 'pause')
  expect(statusOf()).toEqual({ state: 'COMPLETED' })
  expect(warnings).toEqual(['This upload cannot do that now'])
})

test('with a broken database the upload works, and the person is told that it will not survive', async () => {
  const broken = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  const { add, advance, changes, statusOf } = await runEngine({
    store: { load: broken, write: broken },
  })
  await add(fileOf('match.mp4', 3))
  await advance(minute)
  expect(statusOf()).toEqual({ state: 'COMPLETED' })
  expect(changes.at(-1)?.durable).toBe(false)
})

test('the page is told at most five times a second, however many files move', async () => {
  const { add, advance, changes } = await runEngine()
  await add(...Array.from({ length: 300 }, (_, index) => fileOf(`${index}.txt`, 0, 100)))
  const before = changes.length
  await advance(1000)
  expect(changes.length - before).toBeLessThanOrEqual(6)
  await advance(minute)
  expect(
    changes.flatMap(({ tasks }) => tasks).filter(({ status }) => status.state === 'COMPLETED').length,
  ).toBe(300)
})
