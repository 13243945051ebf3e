import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import type { SharedFile } from './shared-files.ts'
import type { AddOutcome } from './commands.ts'
import { createArrivals, type Arrival } from './create-arrivals.ts'

const log = { warn: () => undefined, error: () => undefined }
const settle = () => new Promise((resolve) => setTimeout(resolve))

const start = (status: 'authenticating' | 'anonymous' | 'authenticated', names: string[]) => {
  const world = {
    status,
    hasFailed: false,
    outcome: ok({ id: '1', known: false }) as AddOutcome,
    waiting: new Map<string, SharedFile>(),
    added: [] as string[],
    arrivals: [] as Arrival[],
    wake: async () => {},
    open: undefined as unknown as (name: string) => void,
  }
  for (const name of names)
    world.waiting.set(name, {
      file: new File(['x'], name),
      handle: {} as FileSystemFileHandle,
      handOver: async () => void world.waiting.delete(name),
    })
  const listeners: (() => void)[] = []
  const arrivals = createArrivals({
    shared: { waiting: async () => [...world.waiting.values()] },
    failure: {
      take: async () => {
        const { hasFailed } = world
        world.hasFailed = false
        return hasFailed
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

test('what arrived is put into the queue of the signed-in coach, once', async () => {
  const world = start('authenticated', ['a.mp4', 'b.mp4'])
  await world.wake()
  await world.wake()
  expect(world.added).toEqual(['private a.mp4', 'private b.mp4'])
  expect(world.arrivals.map(({ kind }) => kind)).toEqual(['added'])
})

test('without a session it waits, the person learns of it once, and signing in is enough', async () => {
  const world = start('anonymous', ['a.mp4'])
  await world.wake()
  await world.wake()
  expect(world.arrivals).toEqual([{ kind: 'waiting', count: 1 }])
  world.status = 'authenticated'
  await world.wake()
  expect(world.added).toEqual(['private a.mp4'])
})

test('nothing is said before the session is known', async () => {
  const world = start('authenticating', ['a.mp4'])
  await world.wake()
  expect(world.arrivals).toEqual([])
})

test.each([
  ['broken', 1],
  ['signed-out', 1],
  ['unreadable', 0],
] as const)(
  'a file that is refused (%s) is reported, and left for another time: %i',
  async (refusal, left) => {
    const world = start('authenticated', ['a.mp4'])
    world.outcome = fail({ name: 'a.mp4', refusal })
    await world.wake()
    expect(world.arrivals[0]?.kind).toBe('added')
    expect(world.waiting.size).toBe(left)
    world.outcome = ok({ id: '1', known: false })
    await world.wake()
    expect(world.added).toHaveLength(left)
  },
)

test('a file that the system opened with the app joins the queue, also when its coach signs in later', async () => {
  const world = start('anonymous', [])
  world.open('opened.mp4')
  await settle()
  expect(world.arrivals).toEqual([{ kind: 'waiting', count: 1 }])
  world.status = 'authenticated'
  await world.wake()
  await world.wake()
  expect(world.added).toEqual(['private opened.mp4'])
})

test('files that could not be stored are reported lost, once', async () => {
  const world = start('anonymous', [])
  world.hasFailed = true
  await world.wake()
  await world.wake()
  expect(world.arrivals).toEqual([{ kind: 'failed' }])
})
