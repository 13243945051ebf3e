import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../node/listen.ts'
import { startBalancer } from './balancer.ts'
import { createTally } from './tally.ts'

const startAll = async () => {
  const tally = createTally()
  const balancer = await startBalancer(tally)
  onTestFinished(() => balancer.stop())
  const ask = async (path: string) => (await fetch(balancer.origin + path)).status
  return { tally, balancer, ask }
}

/** A replica of the server. It reports whether it is ready, and passes all other requests to `respond`. */
const startReplica = async (respond: RequestListener) => {
  let isReady = true
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/readyz') outgoing.writeHead(isReady ? 200 : 503).end()
    else respond(incoming, outgoing)
  })
  const kill = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(kill)
  const port = await listen(server, { port: 0, variable: 'PORT', host: '127.0.0.1' })
  return { origin: `http://127.0.0.1:${port}`, drain: () => void (isReady = false), kill }
}

const answering =
  (status: number): RequestListener =>
  (incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.writeHead(status).end())
  }

test('sends requests to ready copies in turn, and none to a draining copy', async () => {
  const { tally, balancer, ask } = await startAll()
  expect(await ask('/a')).toBe(503)
  const [one, two] = [await startReplica(answering(200)), await startReplica(answering(201))]
  balancer.add({ ...one, release: 'older' })
  balancer.add({ ...two, release: 'newer' })
  await expect.poll(() => balancer.isReady(one.origin) && balancer.isReady(two.origin)).toBe(true)
  expect(new Set([await ask('/a'), await ask('/a')])).toEqual(new Set([200, 201]))
  one.drain()
  await expect.poll(() => balancer.isReady(one.origin)).toBe(false)
  expect([await ask('/a'), await ask('/a')]).toEqual([201, 201])
  expect(tally.failures.map(({ cause }) => cause)).toEqual(['no copy is ready'])
})

test('fails a request at once that a copy does not respond to, and does not retry it elsewhere', async () => {
  const { tally, balancer, ask } = await startAll()
  const copy = await startReplica((incoming) => incoming.socket.destroy())
  balancer.add({ ...copy, release: 'newer' })
  await expect.poll(() => balancer.isReady(copy.origin)).toBe(true)
  expect(await ask('/a?b=c')).toBe(502)
  copy.kill()
  expect(await ask('/a')).toBe(502)
  expect(tally.failures.map(({ call, cause }) => [call, cause])).toEqual([
    ['GET /a', 'ECONNRESET'],
    ['GET /a', 'ECONNREFUSED'],
  ])
})

test.each([
  ['older', 200, 0, 0],
  ['older', 404, 0, 1],
  ['older', 501, 0, 1],
  ['older', 500, 1, 0],
  ['older', 401, 1, 0],
  ['newer', 404, 1, 0],
  ['newer', 501, 1, 0],
])('counts failures of the %s release that responds %i: %i', (release, status, failed, postponed) => {
  const tally = createTally()
  tally.add({ release, status, call: 'POST /api/events' })
  expect([tally.failures.length, tally.postponed()]).toEqual([failed, postponed])
})
