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
      if (name === 'whenTakenOver' && value === undefined) return
      if (name !== 'open') return port.postMessage({ id, type: 'RAW', value })
      const { port1, port2 } = new MessageChannel()
      serve(port1)
      port.postMessage({ id, type: 'HANDLER', name: 'proxy', value: port2 }, [port2])
    }
  }
  serve(self)`

/** Throws on the first call, or returns the results of the real worker. */
const listing = (isBroken: boolean) =>
  source(`(name) => {
    if (${isBroken} && name === 'list') throw new Error('out of order')
    return { list: { ok: true, value: { files: [] } }, add: [{ ok: true, value: { id: 'task', known: false } }] }[name]
  }`)

const startWorker = (script: string) =>
  new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))

type Deps = Parameters<typeof createUploadClient>[0]

/** The uploads for a screen of Ana. */
const openClient = (given: Pick<Deps, 'createWorker'> & Partial<Deps>) =>
  createUploadClient({
    bucketConfig: { region: 'us-east-1', bucket: 'files' },
    credentials: async () => fail('offline'),
    customer: { current: () => 'ana', subscribe: () => undefined },
    screen: { onVisible: () => undefined },
    ...given,
  }).forCustomer('ana')

const open = (times: number) => {
  let started = 0
  const client = openClient({
    restartDelayMs: 20,
    createWorker: () => {
      started++
      return startWorker(listing(started <= times))
    },
  })
  return { client, started: () => started }
}

test('notifies a running worker when the page is shown again', async () => {
  const heard: string[] = []
  const target = new EventTarget()
  const channel = new BroadcastChannel('commands of a worker')
  channel.addEventListener('message', ({ data }) => heard.push(String(data)))
  const client = openClient({
    screen: { onVisible: (listener) => target.addEventListener('visible', listener) },
    createWorker: () =>
      startWorker(
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

test('repeats a call on the next worker when the first one breaks', async () => {
  const { client, started } = open(1)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
  expect(started()).toBe(2)
})

test('a call that breaks two workers fails as broken, and the snapshot says so', async () => {
  const { client } = open(2)
  expect(await client.storage.list({ level: 'private' })).toEqual(fail({ kind: 'broken' }))
  expect(client.snapshot().isWorkerLost).toBe(true)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
})

test('takes no file while the script of the worker is missing, and every file afterwards', async () => {
  let isThere = false
  const client = openClient({
    restartDelayMs: 20,
    createWorker: () =>
      isThere ? startWorker(listing(false)) : new Worker('/there-is-no-such-script.js', { type: 'module' }),
  })
  const add = () => client.add({ level: 'private', folder: '' }, [{ file: new File(['x'], 'x.txt') }])
  expect(await add()).toEqual([fail({ name: 'x.txt', refusal: 'broken' })])
  isThere = true
  expect(await add()).toEqual([ok({ id: 'task', known: false })])
})

test('reports a broken worker when the browser cannot create one, and tries again later', async () => {
  let asked = 0
  const client = openClient({
    restartDelayMs: 20,
    createWorker: () => {
      if (++asked < 3) throw new DOMException('no workers here', 'SecurityError')
      return startWorker(listing(false))
    },
  })
  expect(client.snapshot().isWorkerLost).toBe(true)
  expect(await client.storage.list({ level: 'private' })).toEqual({ ok: true, value: { files: [] } })
})

test('terminates the worker of a page that is suspended, and starts one when the page is shown', async () => {
  const page = createPageThatLeaves()
  const workers: Worker[] = []
  const ended: Worker[] = []
  const client = openClient({
    page,
    createWorker: () => {
      const worker = startWorker(listing(false))
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
  page.suspend()
  expect(ended).toEqual(workers)
  const asked = client.storage.list({ level: 'private' })
  expect(workers).toHaveLength(1)
  page.show()
  expect(await asked).toEqual({ ok: true, value: { files: [] } })
  expect(workers).toHaveLength(2)
})

test('terminates a worker that lost the uploads to another window, and starts another to follow it', async () => {
  let started = 0
  const client = openClient({
    createWorker: () => {
      started += 1
      const results = `{ list: { ok: true, value: { files: [] } }, whenTakenOver: ${started === 1 ? 'null' : 'undefined'} }`
      return startWorker(source(`(name) => (${results})[name]`))
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
    createWorker: () => startWorker(reporting(wait)),
  })

test('a sign-out before the worker has reported its tasks waits for the names of unfinished uploads', async () => {
  expect(await openReporting(300).unfinishedUploads()).toEqual(['a'])
})

test('a worker that does not respond delays a sign-out only for a moment', async () => {
  expect(await openReporting().unfinishedUploads()).toEqual([])
})

test('a screen that outlives the session of its customer adds nothing', async () => {
  const client = openClient({
    customer: { current: () => 'ben', subscribe: () => undefined },
    createWorker: () => startWorker(listing(false)),
  })
  const outcomes = await client.add({ level: 'private', folder: '' }, [{ file: new File(['x'], 'x.txt') }])
  expect(outcomes).toEqual([fail({ name: 'x.txt', refusal: 'signed-out' })])
})
