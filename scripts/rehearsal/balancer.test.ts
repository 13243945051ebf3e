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

/** An instance of the server. It reports whether it is ready, and passes all other requests to `respond`. */
const startInstance = async (respond: RequestListener) => {
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

test('sends requests to ready instances in turn, and none to a draining instance', async () => {
  const { tally, balancer, ask } = await startAll()
  expect(await ask('/a')).toBe(503)
  const [one, two] = [await startInstance(answering(200)), await startInstance(answering(201))]
  balancer.add({ ...one, release: 'older' })
  balancer.add({ ...two, release: 'newer' })
  await expect.poll(() => balancer.isReady(one.origin) && balancer.isReady(two.origin)).toBe(true)
  expect(new Set([await ask('/a'), await ask('/a')])).toEqual(new Set([200, 201]))
  one.drain()
  await expect.poll(() => balancer.isReady(one.origin)).toBe(false)
  expect([await ask('/a'), await ask('/a')]).toEqual([201, 201])
  expect(tally.failures.map(({ cause }) => cause)).toEqual(['no instance is ready'])
})

test('fails a request at once that an instance does not respond to, and does not retry it elsewhere', async () => {
  const { tally, balancer, ask } = await startAll()
  const instance = await startInstance((incoming) => incoming.socket.destroy())
  balancer.add({ ...instance, release: 'newer' })
  await expect.poll(() => balancer.isReady(instance.origin)).toBe(true)
  expect(await ask('/a?b=c')).toBe(502)
  instance.kill()
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
  expect([tally.failures.length, tally.postponedCount]).toEqual([failed, postponed])
})
