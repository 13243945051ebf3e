import { expect, test } from 'vitest'
import { fail, ok } from '../lib/result.ts'
import { createPageThatLeaves } from '../platform/testing/page-that-leaves.ts'
import { createUploadClient } from './create-upload-client.ts'

/**
 * A worker that speaks Comlink's protocol. `open` returns a proxy, and `onCall` returns the results of its
 * calls.
 */
const source = (onCall: string) => `
  const onCall = ${onCall}
  const serve = (port) => {
    port.onmessage = ({ data: { id, type, path = [], argumentList } }) => {
      const name = path.at(-1)
      const value = onCall(type === 'APPLY' ? name : undefined, argumentList)
      // Nobody takes the uploads from it, unless it says so.
      if (name === 'taken' && value === undefined) return
      if (name !== 'open') return port.postMessage({ id, type: 'RAW', value })
      const { port1, port2 } = new MessageChannel()
      serve(port1)
      port.postMessage({ id, type: 'HANDLER', name: 'proxy', value: port2 }, [port2])
    }
  }
  serve(self)`

/** Throws on the first call, or returns the results of the real worker. */
const listing = (breaks: boolean) =>
  source(`(name) => {
    if (${breaks} && name === 'list') throw new Error('out of order')
    return { list: { ok: true, value: { files: [] } }, add: [{ ok: true, value: { id: 'task', known: false } }] }[name]
  }`)

const workerOf = (script: string) =>
  new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))

type Deps = Parameters<typeof createUploadClient>[0]

/** The uploads for a screen of Ana. */
const openClient = (given: Pick<Deps, 'createWorker'> & Partial<Deps>) =>
  createUploadClient({
    address: { region: 'us-east-1', bucket: 'files' },
    credentials: async () => fail('offline'),
    customer: { current: () => 'ana', subscribe: () => undefined },
    screen: { onVisible: () => undefined },
    ...given,
  }).of('ana')

const open = (times: number) => {
  let started = 0
  const client = openClient({
    restartAfter: 20,
    createWorker: () => {
      started++
      return workerOf(listing(started <= times))
    },
  })
  return { client, started: () => started }
}

test('a worker that has started hears that the page is shown again', async () => {
  const heard: string[] = []
  const target = new EventTarget()
  const channel = new BroadcastChannel('commands of a worker')
  channel.addEventListener('message', ({ data }) => heard.push(String(data)))
  const client = openClient({
    screen: { onVisible: (listener) => target.addEventListener('visible', listener) },
    createWorker: () =>
      workerOf(
        source(`(name) => {
        new BroadcastChannel('commands of a worker').postMessage(name)
        return { list: { ok: true, value: { files: [] } } }[name]
      }`),
      ),
  })
  await client.storage.list({ level: 'private' })
  target.dispatchEvent(new Event('visible'))
  await expect.poll(() => heard).toContain('tryAgain')
  channel.close()
})

test('a call that the worker broke on is made again on the next one', async () => {
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

test('without the script of the worker no chosen file is taken, and each is once the script is there', async () => {
  let isThere = false
  const client = openClient({
    restartAfter: 20,
    createWorker: () =>
      isThere ? workerOf(listing(false)) : new Worker('/there-is-no-such-script.js', { type: 'module' }),
  })
  const add = () => client.add({ level: 'private', folder: '' }, [{ file: new File(['x'], 'x.txt') }])
  expect(await add()).toEqual([fail({ name: 'x.txt', refusal: 'broken' })])
  isThere = true
  expect(await add()).toEqual([ok({ id: 'task', known: false })])
})

test('where the browser makes no worker, the page knows, and a later one is tried', async () => {
  let asked = 0
  const client = openClient({
    restartAfter: 20,
    createWorker: () => {
      if (++asked < 3) throw new DOMException('no workers here', 'SecurityError')
      return workerOf(listing(false))
    },
  })
  expect(client.snapshot().broken).toBe(true)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
})

test('a page that is put aside ends its worker, and starts one again when it is shown', async () => {
  const page = createPageThatLeaves()
  const workers: Worker[] = []
  const ended: Worker[] = []
  const client = openClient({
    page,
    createWorker: () => {
      const worker = workerOf(listing(false))
      const terminate = worker.terminate.bind(worker)
      worker.terminate = () => {
        ended.push(worker)
        terminate()
      }
      workers.push(worker)
      return worker
    },
  })
  await client.storage.list({ level: 'private' })
  page.putAside()
  expect(ended).toEqual(workers)
  const asked = client.storage.list({ level: 'private' })
  expect(workers).toHaveLength(1)
  page.show()
  expect(await asked).toEqual({ ok: true, value: { files: [] } })
  expect(workers).toHaveLength(2)
})

test('a worker from which another window took the uploads is ended, and another follows that window', async () => {
  let started = 0
  const client = openClient({
    createWorker: () => {
      started += 1
      const results = `{ list: { ok: true, value: { files: [] } }, taken: ${started === 1 ? 'null' : 'undefined'} }`
      return workerOf(source(`(name) => (${results})[name]`))
    },
  })
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
  await expect.poll(() => started).toBe(2)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
  expect(started).toBe(2)
})

/** A worker that reports after `wait` ms, or never: one upload under way, and one completed. */
const reporting = (wait?: number) =>
  source(`(name, argumentList) => {
    if (name !== 'open') return
    const task = (id, state) => ({ id, customer: 'ana', name: id, size: 1, level: 'private', key: id, status: { state },
      phase: 'sending', sentBytes: 0, createdAt: 0, order: 0 })
    const change = { all: true, removed: [], durable: true,
      network: { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } },
      tasks: [task('a', 'IN_PROGRESS'), task('b', 'COMPLETED')] }
    const call = { id: 'change', type: 'APPLY', path: [], argumentList: [{ type: 'RAW', value: change }] }
    ${wait === undefined ? '' : `setTimeout(() => argumentList[2].value.postMessage(call), ${wait})`}
  }`)

const openReporting = (wait?: number) =>
  openClient({
    createWorker: () => workerOf(reporting(wait)),
  })

test('a sign-out before the worker has reported its tasks waits for the names of unfinished ones', async () => {
  expect(await openReporting(300).unfinishedUploads()).toEqual(['a'])
})

test('a worker that says nothing holds a sign-out up for a moment only', async () => {
  expect(await openReporting().unfinishedUploads()).toEqual([])
})

test('a screen that outlived the session of its customer adds nothing', async () => {
  const client = openClient({
    customer: { current: () => 'ben', subscribe: () => undefined },
    createWorker: () => workerOf(listing(false)),
  })
  const outcomes = await client.add({ level: 'private', folder: '' }, [{ file: new File(['x'], 'x.txt') }])
  expect(outcomes).toEqual([fail({ name: 'x.txt', refusal: 'signed-out' })])
})
