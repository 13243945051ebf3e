import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** The system's limit for waiting connections, whatever a server requests. */
const limitFile = '/proc/sys/net/core/somaxconn'
const limit = existsSync(limitFile) ? Number(readFileSync(limitFile, 'utf8')) : 0

/** Listens but accepts no connection, like a busy server. */
const busy = `
const { createServer } = require('node:http')
const { parentPort, workerData } = require('node:worker_threads')
import(workerData).then(async ({ listen }) => {
  parentPort.postMessage(await listen(createServer(), { port: 0, variable: 'PORT', host: '127.0.0.1' }))
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
})`

// Node requests 511 by default.
test.skipIf(limit < 1024)(
  'a thousand connections wait for a busy server',
  async () => {
    const worker = new Worker(busy, { eval: true, workerData: new URL('listen.ts', import.meta.url).href })
    const [port] = (await once(worker, 'message')) as [number]
    const sockets = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1'))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    expect(sockets.filter(({ pending }) => pending)).toEqual([])
    for (const socket of sockets) socket.destroy()
    await worker.terminate()
  },
  30_000,
)
