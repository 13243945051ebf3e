import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { addresses, ports } from '../product.ts'

/**
 * Stands between the app and the object store and does to its requests what the world does: it slows them down or cuts
 * them off. `PUT /_faults` sets the weather for all requests from then on; `GET /_faults` tells it and what has passed.
 */
const weather = v.strictObject({
  /** Upload speed of all requests together; absent: as fast as it goes. */
  bytesPerSecond: v.optional(v.pipe(v.number(), v.minValue(1))),
  /** Requests are cut off without an answer. */
  down: v.optional(v.boolean(), false),
})

export type Weather = v.InferInput<typeof weather>

/** One request of the app that reached the object store. `bytes` is what of its body did. */
export type Passed = { method: string; path: string; status: number; bytes: number }

let now: v.InferOutput<typeof weather> = { down: false }
const passed: Passed[] = []

/** The moment from which the shared line is free again: all requests queue for the same bytes per second. */
let freeAt = 0

const throttle = (): Transform =>
  new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      if (now.bytesPerSecond !== undefined) {
        const start = Math.max(freeAt, performance.now())
        freeAt = start + (chunk.length / now.bytesPerSecond) * 1000
        await sleep(freeAt - performance.now())
      }
      done(null, chunk)
    },
  })

const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const { method = 'GET', url = '/', headers } = incoming
  const seen: Passed = { method, path: url, status: 0, bytes: 0 }
  const upstream = request(addresses.objectStore + url, { method, headers, agent: false }, (answer) => {
    seen.status = answer.statusCode ?? 0
    outgoing.writeHead(seen.status, answer.headers)
    answer.pipe(outgoing)
  })
  passed.push(seen)
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => upstream.destroy())
  incoming
    .pipe(throttle())
    .on('data', (chunk: Buffer) => {
      seen.bytes += chunk.length
    })
    .pipe(upstream)
}

const control = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  if (incoming.method === 'PUT') {
    const body: Buffer[] = []
    for await (const chunk of incoming) body.push(Buffer.from(chunk))
    now = v.parse(weather, JSON.parse(Buffer.concat(body).toString()))
    freeAt = 0
  }
  if (incoming.method === 'DELETE') passed.length = 0
  outgoing
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ weather: now, passed }))
}

const server = createServer((incoming, outgoing) => {
  if (incoming.url === '/_faults') void control(incoming, outgoing)
  else if (now.down) incoming.socket.destroy()
  else forward(incoming, outgoing)
})
server.requestTimeout = 0
server.listen(Number(ports.FAULT_PROXY_PORT))
process.once('SIGTERM', () => process.exit(0))
