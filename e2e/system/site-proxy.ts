import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { addresses } from './addresses.ts'
import { entriesIn, togetherPath } from './entries-in.ts'
import { asOldAsFloor } from './newer-than-floor.ts'

/**
 * A proxy between a browser and the site, with network faults for calls of the product API. Pages and scripts
 * pass.
 *
 * - `PUT /_faults?seed=` begins random faults, chosen by a seeded generator.
 * - `PUT /_faults?lose=&of=` loses a number of responses to entries that the server accepted, at one path.
 * - `DELETE /_faults` ends both.
 *
 * All of these return the server's responses to entries. Browsers with the cookie `oldest` get scripts without
 * the features that the oldest browsers lack.
 */

type Fault = 'pass' | 'cut before' | 'cut after' | 'page' | 'failed' | 'busy' | 'signed out'

const faults: readonly Fault[] = [
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

const isOldest = (cookie = ''): boolean => /(?:^|; )oldest=1/.test(cookie)

let state: number | undefined
/** The number of responses that are still to be lost, and their path. */
const losing = { left: 0, of: '' }
/** Responses to accepted entries: whether the server already had the entry, and whether the response arrived. */
const responses: { key: string; replay: boolean; arrived: boolean }[] = []

/** A linear congruential generator: the same seed gives the same sequence. */
const nextFault = (): Fault => {
  if (state === undefined) return 'pass'
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return faults[Math.floor((state / 4_294_967_296) * faults.length)] ?? 'pass'
}

const refusal = (code: string) => JSON.stringify({ error: { code, message: code, request_id: 'fault' } })

/** Serves a script with a prelude that removes newer features from the context in which it runs first. */
const makeOld = async (response: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk))
  const { 'content-length': _, etag: __, ...headers } = response.headers
  outgoing.writeHead(response.statusCode ?? 502, headers)
  // The service worker checks the build by its content, which differs here.
  const script = Buffer.concat(chunks)
    .toString()
    .replaceAll(/"integrity":"sha256-[^"]*",/g, '')
  outgoing.end(response.statusCode === 200 ? asOldAsFloor() + script : undefined)
}

const readText = (message: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })

/** Records the server's responses to the entries of one request. */
const recordTogether = async (
  requestBody: Promise<string>,
  responseBody: Promise<string>,
  arrived: boolean,
) => {
  const [request, response] = await Promise.all([requestBody, responseBody])
  for (const { key, replay } of entriesIn(JSON.parse(request), JSON.parse(response)))
    responses.push({ key, replay, arrived })
}

const forward = (incoming: IncomingMessage, outgoing: ServerResponse, lost: boolean): void => {
  const { method = 'GET', url = '/', headers } = incoming
  const isTogether = url === togetherPath
  const plain = isTogether || isOldest(headers.cookie)
  const sent = plain ? { ...headers, 'accept-encoding': 'identity' } : headers
  const body = isTogether ? readText(incoming) : Promise.resolve('')
  const upstream = request(addresses.site + url, { method, headers: sent, agent: false }, (response) => {
    const key = headers['idempotency-key']
    const isEntry = response.statusCode === 200 && typeof key === 'string'
    const isNext = isEntry && losing.left > 0 && url === losing.of
    if (isNext) losing.left -= 1
    const isLost = lost || isNext
    const replay = response.headers['idempotent-replay'] === 'true'
    if (isEntry) responses.push({ key, replay, arrived: !isLost })
    if (isTogether && response.statusCode === 200) void recordTogether(body, readText(response), !isLost)
    if (isLost) {
      response.resume()
      response.on('end', () => outgoing.destroy())
      return
    }
    const isScript = /javascript/.test(response.headers['content-type'] ?? '')
    if (isScript && isOldest(headers.cookie)) {
      void makeOld(response, outgoing)
      return
    }
    outgoing.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(outgoing)
  })
  upstream.on('error', () => outgoing.destroy())
  incoming.pipe(upstream)
}

const respond = (outgoing: ServerResponse, status: number, type: string, body: string): void =>
  void outgoing.writeHead(status, { 'Content-Type': type, 'Retry-After': '1' }).end(body)

const applyFault = (fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): void => {
  if (fault === 'pass' || fault === 'cut after') return forward(incoming, outgoing, fault === 'cut after')
  incoming.resume()
  if (fault === 'cut before') return void incoming.socket.destroy()
  if (fault === 'page') return respond(outgoing, 200, 'text/html', '<h1>Welcome to the Wi-Fi</h1>')
  if (fault === 'failed') return respond(outgoing, 500, 'application/json', refusal('server-failed'))
  if (fault === 'busy') return respond(outgoing, 429, 'application/json', refusal('too-many-requests'))
  // A call that opens a session never gets `signed-out`: a clear refusal, which would end the sign-in.
  if (incoming.url === '/api/login') return respond(outgoing, 503, 'application/json', refusal('maintenance'))
  return respond(outgoing, 401, 'application/json', refusal('signed-out'))
}

export const createSiteProxy = () =>
  createServer((incoming, outgoing) => {
    const { url = '/', method } = incoming
    if (url.startsWith('/_faults')) {
      const { searchParams } = new URL(url, addresses.siteProxy)
      const seed = searchParams.get('seed')
      if (method !== 'GET') {
        state = seed === null ? undefined : Number(seed)
        losing.left = Number(searchParams.get('lose') ?? 0)
        losing.of = searchParams.get('of') ?? ''
      }
      outgoing.end(JSON.stringify({ responses }))
    } else applyFault(url.startsWith('/api/') ? nextFault() : 'pass', incoming, outgoing)
  })
