import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { listen } from '../../node/listen.ts'
import { addresses, ports } from './addresses.ts'
import { corsHeaders, storeFaults, takeRule, type Rule } from './fault-rules.ts'
import { createSiteProxy } from './site-proxy.ts'

/**
 * A proxy between the app and the object store that simulates network faults. `PUT /_faults` sets the faults
 * of all later requests. `GET /_faults` returns the requests that passed.
 */

/**
 * A request of the app that reached the object store. `bytes` counts the received bytes of its body. `isOver`
 * is true once it is answered or cut.
 */
type PassedRequest = { method: string; path: string; status: number; bytes: number; isOver: boolean }

let faults: v.InferOutput<typeof storeFaults> = { down: false, buffered: false, rules: [] }
const passed: PassedRequest[] = []

/** The time at which the shared line is free again. All requests queue for the same bytes per second. */
let freeAt = 0

/** Resolves when the faults change. */
let nextChange = Promise.withResolvers<void>()

/** In bytes: more than the body of any request. */
const bufferBytes = 67_108_864

/** Creates a stream that limits the speed and the number of bytes as the faults say. */
const throttle = (): Transform =>
  new Transform({
    ...(faults.buffered && { writableHighWaterMark: bufferBytes }),
    async transform(chunk: Buffer, _encoding, done) {
      while (faults.bytesLeft !== undefined && faults.bytesLeft <= 0) await nextChange.promise
      if (faults.bytesLeft !== undefined) faults.bytesLeft -= chunk.length
      if (faults.bytesPerSecond !== undefined) {
        const start = Math.max(freeAt, performance.now())
        freeAt = start + (chunk.length / faults.bytesPerSecond) * 1000
        await sleep(freeAt - performance.now())
      }
      done(null, chunk)
    },
  })

const forward = (incoming: IncomingMessage, outgoing: ServerResponse, rule?: Rule): void => {
  const { method = 'GET', url = '/', headers } = incoming
  const record: PassedRequest = { method, path: url, status: 0, bytes: 0, isOver: false }
  const upstream = request(addresses.objectStore + url, { method, headers, agent: false }, (response) => {
    record.status = response.statusCode ?? 0
    if (rule?.does === 'lose the answer') return outgoing.destroy()
    outgoing.writeHead(record.status, response.headers)
    return response.pipe(outgoing)
  })
  passed.push(record)
  upstream.on('error', () => outgoing.destroy())
  outgoing.on('close', () => {
    record.isOver = true
    upstream.destroy()
  })
  incoming
    .pipe(throttle())
    .on('data', (chunk: Buffer) => {
      record.bytes += chunk.length
    })
    .pipe(upstream)
}

/** Responds instead of the object store, after reading the whole body. */
const respondTo = async (rule: Rule, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  try {
    for await (const _ of incoming);
  } catch {
    // The browser cut the request before the end of its body, so nothing waits for the response.
    return
  }
  const { status = 500, body = '' } = rule
  outgoing.writeHead(status, corsHeaders(incoming)).end(body)
}

/** Responds to a request for `/_faults`: sets the faults, or deletes the list of passed requests. */
const control = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  if (incoming.method === 'PUT') {
    const body: Buffer[] = []
    for await (const chunk of incoming) body.push(Buffer.from(chunk))
    faults = v.parse(storeFaults, JSON.parse(Buffer.concat(body).toString()))
    freeAt = 0
    nextChange.resolve()
    nextChange = Promise.withResolvers()
  }
  if (incoming.method === 'DELETE') passed.length = 0
  outgoing
    // Closes the connection: otherwise a test that waits longer than keep-alive would send its next request
    // into a closing connection.
    .writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' })
    .end(JSON.stringify({ passed }))
}

const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
  const rule = takeRule(faults.rules, incoming)
  if (rule?.does === 'answer') return void respondTo(rule, incoming, outgoing)
  forward(incoming, outgoing, rule)
}

const server = createServer((incoming, outgoing) => {
  if (incoming.url === '/_faults') void control(incoming, outgoing)
  else if (faults.down) incoming.socket.destroy()
  else pass(incoming, outgoing)
})
// Without a time limit, because a throttled request may take long.
server.requestTimeout = 0
const { FAULT_PROXY_PORT: port, SITE_PROXY_PORT: sitePort } = ports
await listen(server, { port: Number(port), variable: 'E2E_PORT_BASE' })
await listen(createSiteProxy(), { port: Number(sitePort), variable: 'E2E_PORT_BASE' })
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
