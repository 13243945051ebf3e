import { afterEach, expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import { sleep } from '../../../lib/async/sleep.ts'
import type { ChosenFile } from '../../../uploads/commands.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import { createCredentials } from '../transport/credentials.ts'
import { createSharedUploads } from './create-shared-uploads.ts'

const file = new File(['match'], 'match.mp4', { type: 'video/mp4' })
const network = { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } }
const closed: (() => void)[] = []

/** ms; short, so that a test does not wait for ten seconds. */
const timeoutMs = 500

/**
 * A tab with its own channel and the browser's locks, which it holds until it is closed. It can fall asleep.
 */
const openTab = () => {
  const channel = new BroadcastChannel('breaking-barriers-uploads')
  const state = { asleep: false, asked: 0, taken: 0 }
  // The first listener can hide messages from the listeners that follow.
  channel.addEventListener('message', (event: MessageEvent<{ type?: unknown }>) => {
    if (event.data.type === 'ask') state.asked += 1
    if (state.asleep) event.stopImmediatePropagation()
  })
  const changes: UploadChange[] = []
  const closing = new AbortController()
  const given: [string, ChosenFile][] = []
  let files: ReadonlyMap<string, File> | undefined
  const engine: Partial<UploadEngine> = {
    load: async (held) => {
      files = new Map(held)
    },
    publishAll: () => undefined,
    session: async () => undefined,
    give: async (...args) => {
      given.push(args)
      return ok(undefined)
    },
  }
  const uploads = createSharedUploads({
    credentials: createCredentials(
      async () => fail('offline'),
      () => 0,
    ),
    channel: {
      addEventListener: channel.addEventListener.bind(channel),
      // Nothing runs in a tab that is closed.
      postMessage: (message) => {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target origin
        if (!closing.signal.aborted) channel.postMessage(message)
      },
    },
    locks: {
      request: (name: string, options: LockOptions, run: () => Promise<unknown>) =>
        navigator.locks.request(name, options, async () =>
          closing.signal.aborted
            ? undefined
            : Promise.race([
                run(),
                new Promise((resolve) => closing.signal.addEventListener('abort', resolve)),
              ]),
        ),
    } as Pick<LockManager, 'request'>,
    createEngine: (publish) => {
      publish({ all: true, tasks: [], removed: [], durable: true, network })
      return engine as UploadEngine
    },
    listener: (change) => changes.push(change),
    newId: () => crypto.randomUUID(),
    clock: { now: Date.now, sleep },
    timeoutMs,
    onTakenOver: () => {
      state.taken += 1
    },
  })
  const close = () => {
    channel.close()
    closing.abort()
  }
  closed.push(close)
  return { uploads, given, changes, state, files: () => files, close }
}

afterEach(() => {
  for (const close of closed.splice(0)) close()
})

test('a file from another tab reaches the owner whole, and remains when that tab takes over', async () => {
  const owner = openTab()
  await expect.poll(owner.files).toBeDefined()
  const other = openTab()
  expect(await other.uploads.give('task-1', { file })).toEqual(ok(undefined))
  const [id, chosen] = owner.given[0] ?? []
  expect(id).toBe('task-1')
  expect(await chosen?.file.text()).toBe('match')
  expect(other.files()).toBeUndefined()
  owner.close()
  await expect.poll(() => other.files()?.get('task-1')?.name).toBe('match.mp4')
})

test('the next owner executes a command that was sent to an owner that is gone', async () => {
  const owner = openTab()
  await expect.poll(owner.files).toBeDefined()
  const other = openTab()
  owner.close()
  expect(await other.uploads.give('task-1', { file })).toEqual(ok(undefined))
  expect(other.given).toHaveLength(1)
})

test('an owner that does not respond loses the uploads, and is notified', async () => {
  const frozen = openTab()
  await expect.poll(frozen.files).toBeDefined()
  frozen.state.asleep = true
  const other = openTab()
  const done = other.uploads.give('task-1', { file })
  await expect.poll(() => other.changes[0]).toMatchObject({ all: false, elsewhere: true })
  expect(await done).toEqual(ok(undefined))
  expect(other.given).toHaveLength(1)
  await expect.poll(() => frozen.state.taken).toBe(1)
  expect(frozen.given).toEqual([])
})

test('an owner that responds keeps the uploads, however often it is checked', async () => {
  const owner = openTab()
  await expect.poll(owner.files).toBeDefined()
  const other = openTab()
  await expect.poll(() => owner.state.asked, { timeout: 10_000 }).toBeGreaterThan(2)
  expect(owner.state.taken).toBe(0)
  expect(other.files()).toBeUndefined()
})
