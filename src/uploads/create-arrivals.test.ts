import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import type { SharedFile, ShareFailure } from './shared-files.ts'
import type { AddOutcome } from './commands.ts'
import { createArrivals, type Arrival } from './create-arrivals.ts'

const log = { warn: () => undefined, error: () => undefined }
const settle = () => new Promise((resolve) => setTimeout(resolve))

const start = (status: 'authenticating' | 'anonymous' | 'authenticated', names: string[]) => {
  const world = {
    status,
    failure: undefined as ShareFailure | undefined,
    outcome: ok({ id: '1', known: false }) as AddOutcome,
    waiting: new Map<string, SharedFile>(),
    added: [] as string[],
    arrivals: [] as Arrival[],
    wake: async () => {},
    open: undefined as unknown as (name: string) => void,
    share: (name: string) => {
      const leave = async () => void world.waiting.delete(name)
      const file = new File(['x'], name)
      const handle = {} as FileSystemFileHandle
      world.waiting.set(name, { id: name, file, handle, markAsAdded: leave, discard: leave })
    },
    asked: () => arrivals.shared().map(({ file }) => file.name),
    accept: () => arrivals.accept(),
    discard: () => arrivals.discard(),
  }
  for (const name of names) world.share(name)
  const listeners: (() => void)[] = []
  const arrivals = createArrivals({
    shared: { listWaiting: async () => [...world.waiting.values()] },
    failures: {
      take: async () => {
        const { failure } = world
        world.failure = undefined
        return failure
      },
    },
    uploads: {
      add: async ({ level, folder }, files) => {
        if (world.outcome.ok) world.added.push(...files.map(({ file }) => `${level} ${folder}${file.name}`))
        return files.map(() => world.outcome)
      },
    },
    session: {
      status: () => world.status,
      subscribe: (listener) => {
        listeners.push(listener)
        return () => listeners.splice(0)
      },
    },
    log,
  })
  world.wake = async () => {
    for (const listener of listeners) listener()
    await settle()
  }
  world.open = (name) => arrivals.open([{ file: new File(['x'], name) }])
  arrivals.follow((arrival) => world.arrivals.push(arrival))
  return world
}

test('shared files wait until the coach accepts them, and are added once', async () => {
  const world = start('authenticated', ['a.mp4', 'b.mp4'])
  await world.wake()
  expect(world.asked()).toEqual(['a.mp4', 'b.mp4'])
  expect(world.added).toEqual([])
  await world.accept()
  await world.wake()
  expect(world.added).toEqual(['private a.mp4', 'private b.mp4'])
  expect(world.arrivals.map(({ kind }) => kind)).toEqual(['added'])
  expect(world.asked()).toEqual([])
})

test('deletes shared files that the coach discards, and adds nothing', async () => {
  const world = start('authenticated', ['a.mp4'])
  await world.wake()
  await world.discard()
  await world.accept()
  expect([world.asked(), world.added, world.waiting.size]).toEqual([[], [], 0])
})

test('asks again about a file that arrived after the question', async () => {
  const world = start('authenticated', ['a.mp4'])
  await world.wake()
  world.share('planted.mp4')
  await world.accept()
  expect(world.added).toEqual(['private a.mp4'])
  expect(world.asked()).toEqual(['planted.mp4'])
})

test('shared files wait for a session: reports them once, and asks after the sign-in', async () => {
  const world = start('anonymous', ['a.mp4'])
  await world.wake()
  await world.wake()
  expect(world.arrivals).toEqual([{ kind: 'waiting', count: 1 }])
  expect(world.asked()).toEqual([])
  world.status = 'authenticated'
  await world.wake()
  expect(world.asked()).toEqual(['a.mp4'])
})

test('reports nothing before the session is known', async () => {
  const world = start('authenticating', ['a.mp4'])
  await world.wake()
  expect(world.arrivals).toEqual([])
})

test.each([
  ['broken', 1],
  ['signed-out', 1],
  ['unreadable', 0],
] as const)('reports a file that is refused (%s), and keeps it for a retry: %i', async (refusal, left) => {
  const world = start('authenticated', ['a.mp4'])
  world.outcome = fail({ name: 'a.mp4', refusal })
  await world.wake()
  await world.accept()
  expect(world.arrivals[0]?.kind).toBe('added')
  expect(world.waiting.size).toBe(left)
  world.outcome = ok({ id: '1', known: false })
  await world.accept()
  expect(world.added).toHaveLength(left)
})

test('queues a file that the system opened with the app, even if its coach signs in later', async () => {
  const world = start('anonymous', [])
  world.open('opened.mp4')
  await settle()
  expect(world.arrivals).toEqual([{ kind: 'waiting', count: 1 }])
  world.status = 'authenticated'
  await world.wake()
  await world.wake()
  expect(world.added).toEqual(['private opened.mp4'])
})

test('reports files that could not be stored as lost, once', async () => {
  const world = start('anonymous', [])
  world.failure = 'full'
  await world.wake()
  await world.wake()
  expect(world.arrivals).toEqual([{ kind: 'failed', cause: 'full' }])
})
