import { expect, test } from 'vitest'
import { fail } from '../lib/result.ts'
import { createUploadClient } from './create-upload-client.ts'

/** A worker that throws when it is first asked, as many times as it is told to, and then answers as the real one does. */
const source = (breaks: boolean) => `
  onmessage = ({ data: { id, type, path = [] } }) => {
    const name = path.at(-1)
    if (${breaks} && name === 'list') throw new Error('out of order')
    const answers = { list: { ok: true, value: { files: [] } }, add: [{ ok: true, value: { id: 'task', known: false } }] }
    postMessage({ id, type: 'RAW', value: type === 'APPLY' ? answers[name] : undefined })
  }`

const open = (times: number) => {
  let started = 0
  const client = createUploadClient({
    address: { region: 'us-east-1', bucket: 'files' },
    credentials: async () => fail('offline' as const),
    customer: { current: () => 'ana', subscribe: () => undefined },
    screen: { onVisible: () => undefined },
    restartAfter: 20,
    createWorker: () => {
      started++
      const script = new Blob([source(started <= times)], { type: 'text/javascript' })
      return new Worker(URL.createObjectURL(script))
    },
  })
  return { client, started: () => started }
}

test('a call that the worker broke on is answered by the next one', async () => {
  const { client, started } = open(1)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
  expect(started()).toBe(2)
})

test('a call that breaks the next worker too fails with a clear problem, and the page knows', async () => {
  const { client } = open(2)
  expect(await client.storage.list({ level: 'private' })).toEqual(fail({ kind: 'broken' }))
  expect(client.snapshot().broken).toBe(true)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
})

test('without a worker no chosen file is taken, and each is named', async () => {
  const client = createUploadClient({
    address: { region: 'us-east-1', bucket: 'files' },
    credentials: async () => fail('offline' as const),
    customer: { current: () => 'ana', subscribe: () => undefined },
    screen: { onVisible: () => undefined },
    restartAfter: 20,
    createWorker: () => new Worker('/there-is-no-such-script.js', { type: 'module' }),
  })
  const outcomes = await client.add({ level: 'private', folder: '' }, [{ file: new File(['x'], 'x.txt') }])
  expect(outcomes).toEqual([fail({ name: 'x.txt', refusal: 'broken' })])
})

test('where the browser makes no worker, the page knows, and a later one is tried', async () => {
  let asked = 0
  const client = createUploadClient({
    address: { region: 'us-east-1', bucket: 'files' },
    credentials: async () => fail('offline' as const),
    customer: { current: () => 'ana', subscribe: () => undefined },
    screen: { onVisible: () => undefined },
    restartAfter: 20,
    createWorker: () => {
      if (++asked < 3) throw new DOMException('no workers here', 'SecurityError')
      return new Worker(URL.createObjectURL(new Blob([source(false)], { type: 'text/javascript' })))
    },
  })
  expect(client.snapshot().broken).toBe(true)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
})

/** A worker that says after `wait` ms, or never, what there is: one upload under way, and one that is done. */
const telling = (wait?: number) => `
  const task = (id, state) => ({ id, customer: 'ana', name: id, size: 1, level: 'private', key: id, status: { state },
    phase: 'sending', sentBytes: 0, createdAt: 0, order: 0 })
  const change = { all: true, removed: [], durable: true,
    network: { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } },
    tasks: [task('a', 'IN_PROGRESS'), task('b', 'COMPLETED')] }
  onmessage = ({ data: { id, path = [], argumentList } }) => {
    postMessage({ id, type: 'RAW', value: undefined })
    if (path.at(-1) !== 'open') return
    const listener = argumentList[2].value
    const call = { id: 'change', type: 'APPLY', path: [], argumentList: [{ type: 'RAW', value: change }] }
    ${wait === undefined ? '' : `setTimeout(() => listener.postMessage(call), ${wait})`}
  }`

const openTelling = (wait?: number) =>
  createUploadClient({
    address: { region: 'us-east-1', bucket: 'files' },
    credentials: async () => fail('offline' as const),
    customer: { current: () => 'ana', subscribe: () => undefined },
    screen: { onVisible: () => undefined },
    createWorker: () =>
      new Worker(URL.createObjectURL(new Blob([telling(wait)], { type: 'text/javascript' }))),
  })

test('who signs out before the worker has said what there is is asked all the same', async () => {
  expect(await openTelling(300).unfinishedUploads()).toBe(1)
})

test('a worker that says nothing holds a sign-out up for a moment only', async () => {
  expect(await openTelling().unfinishedUploads()).toBe(0)
})
