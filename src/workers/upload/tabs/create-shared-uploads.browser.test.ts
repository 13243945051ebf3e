import { afterEach, expect, test } from 'vitest'
import { ok } from '../../../lib/result.ts'
import type { ChosenFile } from '../../../uploads/commands.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import { createSharedUploads } from './create-shared-uploads.ts'

const file = new File(['match'], 'match.mp4', { type: 'video/mp4' })
const network = { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } }
const closed: (() => void)[] = []

/** A tab: a channel of its own, and the browser's locks, which it holds until it is closed. */
const openTab = () => {
  const channel = new BroadcastChannel('breaking-barriers-uploads')
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
    channel,
    locks: {
      request: (name: string, run: () => Promise<unknown>) =>
        navigator.locks.request(name, () =>
          Promise.race([run(), new Promise((resolve) => closing.signal.addEventListener('abort', resolve))]),
        ),
    } as Pick<LockManager, 'request'>,
    createEngine: (publish) => {
      publish({ all: true, tasks: [], removed: [], durable: true, network })
      return engine as UploadEngine
    },
    listener: () => undefined,
    newId: () => crypto.randomUUID(),
  })
  const close = () => {
    channel.close()
    closing.abort()
  }
  closed.push(close)
  return { uploads, given, files: () => files, close }
}

afterEach(() => {
  for (const close of closed.splice(0)) close()
})

test('a file given in another tab reaches the owner whole, and is still there when that tab takes over', async () => {
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

test('what was asked of a tab that is gone is done by the next owner', async () => {
  const owner = openTab()
  await expect.poll(owner.files).toBeDefined()
  const other = openTab()
  owner.close()
  expect(await other.uploads.give('task-1', { file })).toEqual(ok(undefined))
  expect(other.given).toHaveLength(1)
})
