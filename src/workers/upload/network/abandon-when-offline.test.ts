import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { StorageFailure } from '../transport/storage-failure.ts'
import type { RequestName } from '../testing/fake-object-store.ts'
import { createFile, runEngine, storedKey } from '../testing/running-engine.ts'
import { createVirtualClock } from '../testing/virtual-clock.ts'
import { createConnection, abandonWhenOffline } from './connection.ts'

const { signal } = new AbortController()

const minute = 60_000

type Device = Awaited<ReturnType<typeof runEngine>>
type Call = (...args: unknown[]) => Promise<unknown>

/**
 * Sends the next request of a name into a dead network: it gets no response and does not end until the
 * watchdog aborts it.
 */
const silence = ({ objectStore: { transport, network }, clock }: Device, name: RequestName) => {
  const calls = transport as unknown as Record<RequestName, Call>
  const real = calls[name]
  let isHanging = true
  calls[name] = async (...args) => {
    if (!isHanging) return real(...args)
    isHanging = false
    network.up = false
    const options = args.at(-1) as { signal?: AbortSignal; onProgress?: (bytes: number) => void } | undefined
    if (name === 'put') options?.onProgress?.(9)
    await clock.sleep(120_000, options?.signal)
    const failure: StorageFailure = { kind: options?.signal?.aborted ? 'aborted' : 'stalled' }
    return fail(failure)
  }
}

const requests = ['head', 'create', 'listUploads', 'sendPart', 'complete', 'put'] as const

test.each(requests)(
  'a %s that hangs in a silent network does not hold up the upload once the connection is back',
  async (name) => {
    const device = await runEngine({ latency: () => 100 })
    const { objectStore, advance, add, connection, findStatus } = device
    silence(device, name)
    await add(name === 'put' ? createFile('note.txt', 0, 9) : createFile('match.mp4', 4))
    await advance(2000)
    void connection.checkLost()
    await advance(5000)
    expect(findStatus()).toEqual({ state: 'PAUSED', reason: { kind: 'offline' } })
    objectStore.network.up = true
    const before = objectStore.requests.length
    await advance(2000)
    expect(objectStore.requests.length).toBeGreaterThan(before)
    await advance(10_000)
    expect(findStatus()).toEqual({ state: 'COMPLETED' })
    await advance(5 * minute)
    expect(objectStore.uploads.size).toBe(0)
    expect(objectStore.objects.size).toBe(1)
  },
)

test.each(requests)(
  'a cancel while a %s hangs is final, and is cleaned up when the connection is back',
  async (name) => {
    const device = await runEngine({ latency: () => 100 })
    const { objectStore, advance, add, connection, engine, findStatus, rows } = device
    silence(device, name)
    await add(name === 'put' ? createFile('note.txt', 0, 9) : createFile('match.mp4', 4))
    await advance(2000)
    await engine.command(['task-1'], 'cancel')
    void connection.checkLost()
    await advance(5000)
    objectStore.network.up = true
    await advance(5 * minute)
    expect(findStatus()).toEqual({ state: 'CANCELLED' })
    expect(objectStore.uploads.size).toBe(0)
    expect(objectStore.objects.has(storedKey('match.mp4'))).toBe(false)
    expect(rows.size).toBe(0)
  },
)

/** A connection that counts its listeners. */
const listening = () => {
  const { clock, advance } = createVirtualClock()
  const network = { up: true }
  const real = createConnection(async () => network.up, clock)
  const listeners = new Set<unknown>()
  const connection: typeof real = {
    ...real,
    subscribe: (listener) => {
      listeners.add(listener)
      const stop = real.subscribe(listener)
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
  const goDown = () => {
    network.up = false
    return connection.checkLost()
  }
  const comeBack = () => {
    network.up = true
    return advance(2000)
  }
  return { connection, listeners, goDown, comeBack }
}

test('a query ends when the connection is lost, is not sent until it is back, and leaves no listener', async () => {
  const { connection, listeners, goDown, comeBack } = listening()
  const { objectStore } = await runEngine()
  const ends: (() => void)[] = []
  const head = () => new Promise<never>((_, reject) => ends.push(() => reject(new Error('too late'))))
  const transport = abandonWhenOffline({ ...objectStore.transport, head }, connection)
  const left = transport.head('k', { signal })
  await goDown()
  expect(await left).toEqual(fail({ kind: 'offline' }))
  expect(listeners.size).toBe(0)
  expect(await transport.head('k', { signal })).toEqual(fail({ kind: 'offline' }))
  expect(ends.length).toBe(1)
  for (const end of ends) end()
  await comeBack()
  const answered = abandonWhenOffline(
    { ...objectStore.transport, head: async () => ok({ size: 1 }) },
    connection,
  )
  expect(await answered.head('k', { signal })).toEqual(ok({ size: 1 }))
  expect(listeners.size).toBe(0)
})

test('aborts an upload in the store whose abandoned create succeeds later', async () => {
  const { connection, goDown, comeBack } = listening()
  const { objectStore, advance } = await runEngine()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const { create } = objectStore.transport
  const late: typeof create = async (object) => {
    await arrived
    return create(object)
  }
  const transport = abandonWhenOffline({ ...objectStore.transport, create: late }, connection)
  const left = transport.create({ key: 'k', type: 'video/mp4', madeBy: 'task-1' })
  await goDown()
  expect(await left).toEqual(fail({ kind: 'offline' }))
  await comeBack()
  arrive()
  await advance(1000)
  expect(objectStore.count('create')).toBe(1)
  expect(objectStore.uploads.size).toBe(0)
})
