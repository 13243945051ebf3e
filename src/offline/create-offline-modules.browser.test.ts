import { beforeEach, expect, test } from 'vitest'
import { createPageThatLeaves } from '../platform/testing/page-that-leaves.ts'
import type { ConnectivityState } from '../platform/network/connectivity.ts'
import { chunkSize } from './downloaded-modules.ts'
import { createOfflineModules, type OfflineModulesDeps } from './create-offline-modules.ts'
import { captions, depsWith, poster, size, video, VideoServer } from './testing/video-server.ts'

let server = new VideoServer()
beforeEach(() => {
  server = new VideoServer()
})

const start = (deps: Partial<OfflineModulesDeps> = {}) => {
  const modules = createOfflineModules({ ...depsWith(server), ...deps })
  return { modules, state: () => modules.snapshot().get('training-1') }
}
const whole = { kind: 'downloaded', size }

/** An app without a connection, whose locks end with it when the next one starts. */
const leftOffline = {
  connectivity: {
    state: (): ConnectivityState => ({ kind: 'offline', online: false, since: 1 }),
    subscribe: () => () => undefined,
    check: async () => false,
  },
  locks: {
    request: async (_: string, ...given: unknown[]) => (given.at(-1) as (lock: object) => unknown)({}),
  } as never,
}

test('returns the size before the download: video, captions and poster', async () => {
  expect(await start().modules.measureSize('training-1', 'pt-BR')).toBe(size + 6 + 6)
  expect(server.asked).toEqual([`HEAD ${video}`, `HEAD ${captions}`, `HEAD ${poster}`])
})

test('downloads only the first format that this browser plays', async () => {
  const canPlay = (type: string) => type.startsWith('video/mp4')
  await start({ canPlay }).modules.measureSize('training-1', 'pt-BR')
  expect(server.asked).toEqual(['HEAD /videos/training-1.mp4', `HEAD ${captions}`, `HEAD ${poster}`])
})

test('downloads a module, which stays after a restart', async () => {
  const { modules, state } = start()
  await modules.download('training-1', 'pt-BR')
  expect(state()).toMatchObject({ kind: 'downloading' })
  await expect.poll(() => state()).toEqual(whole)
  const again = start()
  await expect.poll(() => again.state()).toEqual(whole)
})

test('a download that the coach paused stays paused after a restart, and resumes where it was', async () => {
  server.holdAfter = chunkSize + 10
  const { modules, state } = start()
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => state()).toMatchObject({ received: 300_000 })
  await modules.pause('training-1')
  expect(state()).toEqual({ kind: 'paused', reason: 'paused-by-coach', received: chunkSize, size })
  server.holdAfter = Number.POSITIVE_INFINITY

  const asked = server.asked.length
  const again = start()
  await expect.poll(() => again.state()).toMatchObject({ kind: 'paused', reason: 'paused-by-coach' })
  expect(server.asked).toHaveLength(asked)
  await again.modules.download('training-1', 'pt-BR')
  await expect.poll(() => again.state()).toEqual(whole)
})

test('resumes a download that closing the app cut off, at the next start', async () => {
  server.cutAfter = chunkSize + 10
  const { state, modules } = start(leftOffline)
  await modules.download('training-1', 'pt-BR')
  await expect
    .poll(() => state())
    .toEqual({ kind: 'paused', reason: 'unreachable', received: chunkSize, size })
  server.cutAfter = Number.POSITIVE_INFINITY
  const again = start()
  await expect.poll(() => again.state()).toEqual(whole)
  expect(server.asked).toContain(`GET ${video} bytes=${chunkSize}-`)
})

test('downloads at the next start what no server had answered when the app was closed', async () => {
  server.instead = () => {
    throw new TypeError('network error')
  }
  const { state, modules } = start(leftOffline)
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => state()).toEqual({ kind: 'paused', reason: 'unreachable', received: 0 })
  server.instead = undefined
  const again = start()
  await expect.poll(() => again.state()).toEqual(whole)
})

test.each(['pause', 'remove'] as const)(
  'does not download what no server had answered after a tap on "%s"',
  async (command) => {
    server.instead = () => {
      throw new TypeError('network error')
    }
    const { state, modules } = start(leftOffline)
    await modules.download('training-1', 'pt-BR')
    await expect.poll(() => state()).toMatchObject({ kind: 'paused', reason: 'unreachable' })
    await modules[command]('training-1')
    expect(state()).toBeUndefined()
    expect(await caches.keys()).toEqual([])
  },
)

test('a suspended page leaves its download to another, and shows the result when it is back', async () => {
  const page = createPageThatLeaves()
  server.holdAfter = chunkSize + 10
  const { modules, state } = start({ page })
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => state()).toMatchObject({ received: 300_000 })
  page.suspend()
  server.holdAfter = Number.POSITIVE_INFINITY
  const other = start()
  await expect.poll(() => other.state()).toEqual(whole)
  page.show()
  await expect.poll(() => state()).toEqual(whole)
})

test('waits for the connection when there is no response, and resumes by itself', async () => {
  server.cutAfter = chunkSize + 10
  let reached: ConnectivityState = { kind: 'offline', online: false, since: 1 }
  const listeners = new Set<() => void>()
  const { state, modules } = start({
    connectivity: {
      state: () => reached,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      check: async () => false,
    },
  })
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => listeners.size).toBe(1)
  expect(state()).toMatchObject({ kind: 'paused', reason: 'unreachable' })
  server.cutAfter = Number.POSITIVE_INFINITY
  reached = { kind: 'online', online: true }
  for (const listener of listeners) listener()
  await expect.poll(() => state()).toEqual(whole)
})

test.each(['pause', 'remove'] as const)('a tap on "%s" does not wait for the next retry', async (command) => {
  server.cutAfter = chunkSize + 10
  const { state, modules } = start({ wait: () => new Promise(() => undefined) })
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => state()).toMatchObject({ kind: 'paused', reason: 'unreachable' })
  await modules[command]('training-1')
  expect(state()).toEqual(
    command === 'remove'
      ? undefined
      : { kind: 'paused', reason: 'paused-by-coach', received: chunkSize, size },
  )
})

test('pauses on a full device with the reason, and does not retry by itself', async () => {
  const { modules, state } = start({ hasRoom: async () => false })
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => state()).toEqual({ kind: 'paused', reason: 'storage-full', received: 0 })
  expect(server.asked).toEqual([`GET ${video}`])
})

test('removes one of several modules completely', async () => {
  const { modules, state } = start()
  await caches.open('module-football-1')
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => state()).toEqual(whole)
  await modules.remove('training-1')
  expect(state()).toBeUndefined()
  expect(await caches.keys()).toEqual(['module-football-1'])
})

test('two tabs download once, and a pause in one stops the other', async () => {
  const listeners: (() => void)[] = []
  const tab = () => {
    const own: (() => void)[] = []
    return start({
      tabs: {
        announce: () =>
          listeners.filter((listener) => !own.includes(listener)).forEach((listener) => listener()),
        listen: (listener) => void (own.push(listener), listeners.push(listener)),
      },
    })
  }
  server.holdAfter = chunkSize + 10
  const [one, other] = [tab(), tab()]
  await one.modules.download('training-1', 'pt-BR')
  await expect.poll(() => one.state()).toMatchObject({ kind: 'downloading', size })
  await other.modules.download('training-1', 'pt-BR')
  expect(server.asked.filter((asked) => asked.startsWith(`GET ${video}`))).toHaveLength(1)
  await other.modules.pause('training-1')
  await expect.poll(() => one.state()).toMatchObject({ kind: 'paused', reason: 'paused-by-coach' })
})

test('shows that it waits for a tab frozen during a download, and continues once that is gone', async () => {
  server.cutAfter = chunkSize + 10
  const cutOff = start({ wait: () => new Promise(() => undefined) })
  await cutOff.modules.download('training-1', 'pt-BR')
  await expect.poll(() => cutOff.state()).toMatchObject({ reason: 'unreachable' })
  await cutOff.modules.pause('training-1')
  server.cutAfter = Number.POSITIVE_INFINITY

  const frozen = Promise.withResolvers<void>()
  await new Promise<void>((resolve) => {
    void navigator.locks.request('keep-training-1', () => {
      resolve()
      return frozen.promise
    })
  })
  const waits: (() => void)[] = []
  const { modules, state } = start({ wait: () => new Promise((resolve) => void waits.push(resolve)) })
  await expect.poll(() => state()).toMatchObject({ reason: 'paused-by-coach' })
  await modules.download('training-1', 'pt-BR')
  await expect.poll(() => waits.length).toBe(1)
  expect(state()).toMatchObject({ kind: 'downloading' })
  waits[0]?.()
  const received = { received: chunkSize, size }
  await expect.poll(() => state()).toEqual({ kind: 'paused', reason: 'other-tab', ...received })
  frozen.resolve()
  await expect.poll(() => state()).toEqual(whole)
})

test('resumes a download whose tab is closed in the remaining tab', async () => {
  const closed = Promise.withResolvers<void>()
  const locks: Pick<LockManager, 'request'> = {
    request: async (name: string, ...given: unknown[]) => {
      const work = given.at(-1) as (lock: Lock | null) => Promise<unknown>
      return navigator.locks.request(name, given[0] as LockOptions, (lock) =>
        Promise.race([work(lock), closed.promise]),
      )
    },
  }
  const connection = new VideoServer()
  connection.holdAfter = chunkSize + 10
  const one = start({ fetch: connection.fetch, locks })
  await one.modules.download('training-1', 'pt-BR')
  await expect.poll(() => one.state()).toMatchObject({ kind: 'downloading', size })
  const other = start({ wait: () => new Promise(() => undefined) })
  await expect.poll(() => other.state()).toMatchObject({ kind: 'downloading' })
  expect(server.asked).toEqual([])
  closed.resolve()
  await expect.poll(() => other.state()).toEqual(whole)
})
