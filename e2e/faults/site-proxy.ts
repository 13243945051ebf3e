import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { addresses, ports } from '../product.ts'

/**
 * Stands between a browser and the site. While there is a storm it does to calls of the product API what the world does to
 * them, chosen by a seeded dice; pages and scripts pass. `PUT /_storm` with a seed begins one, `DELETE /_storm` ends it; both answer
 * which entries the server took.
 */

type Fate = 'pass' | 'cut before' | 'cut after' | 'page' | 'failed' | 'busy' | 'signed out'

const fates: readonly Fate[] = [
  'pass',
  'pass',
  'cut before',
  'cut after',
  'cut after',
  'page',
  'failed',
  'busy',
  'signed out',
]

let state: number | undefined
/** The keys of entries that the server took, once for each time that it did. */
const accepted: string[] = []

/** A linear congruential generator: the same fates for the same seed. */
const nextFate = (): Fate => {
  if (state === undefined) return 'pass'
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return fates[Math.floor((state / 4_294_967_296) * fates.length)] ?? 'pass'
}

const refusal = (code: string) => JSON.stringify({ error: { code, message: code, request_id: 'storm' } })

const forward = (incoming: IncomingMessage, outgoing: ServerResponse, lost: boolean): void => {
  const { method = 'GET', url = '/', headers } = incoming
  const upstream = request(addresses.site + url, { method, headers, agent: false }, (answer) => {
    const key = headers['idempotency-key']
    const isNew = answer.headers['idempotent-replay'] === undefined
    if (answer.statusCode === 200 && typeof key === 'string' && isNew) accepted.push(key)
    if (lost) {
      answer.resume()
      answer.on('end', () => outgoing.destroy())
      return
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  upstream.on('error', () => outgoing.destroy())
  incoming.pipe(upstream)
}

const say = (outgoing: ServerResponse, status: number, type: string, body: string): void =>
  void outgoing.writeHead(status, { 'Content-Type': type, 'Retry-After': '1' }).end(body)

const suffer = (fate: Fate, incoming: IncomingMessage, outgoing: ServerResponse): void => {
  if (fate === 'pass' || fate === 'cut after') return forward(incoming, outgoing, fate === 'cut after')
  incoming.resume()
  if (fate === 'cut before') return void incoming.socket.destroy()
  if (fate === 'page') return say(outgoing, 200, 'text/html', '<h1>Welcome to the Wi-Fi</h1>')
  if (fate === 'failed') return say(outgoing, 500, 'application/json', refusal('server-failed'))
  if (fate === 'busy') return say(outgoing, 429, 'application/json', refusal('too-many-requests'))
  return say(outgoing, 401, 'application/json', refusal('signed-out'))
}

/** Serves the site through the weather, on a port of its own. */
export const startSiteProxy = () => {
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method } = incoming
    if (url.startsWith('/_storm')) {
      state =
        method === 'PUT' ? Number(new URL(url, addresses.siteProxy).searchParams.get('seed')) : undefined
      outgoing.end(JSON.stringify({ accepted }))
    } else suffer(url.startsWith('/api/') ? nextFate() : 'pass', incoming, outgoing)
  })
  server.listen(Number(ports.SITE_PROXY_PORT))
}
