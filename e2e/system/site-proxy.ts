import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { addresses } from './addresses.ts'
import { entriesIn, togetherPath } from './entries-in.ts'
import { asOldAsFloor } from './newer-than-floor.ts'

/**
 * A proxy between a browser and the site. During a storm, calls of the product API suffer network faults,
 * chosen by a seeded generator; pages and scripts pass.
 *
 * - `PUT /_storm?seed=` begins a storm.
 * - `PUT /_storm?lose=&of=` loses a number of answers to entries that the server accepted, at one path.
 * - `DELETE /_storm` ends both.
 *
 * All of these return the server's answers to entries. Browsers with the cookie `oldest` get scripts without
 * the features that the oldest browsers lack.
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

const isOldest = (cookie = ''): boolean => /(?:^|; )oldest=1/.test(cookie)

let state: number | undefined
/** The number of answers that are still to be lost, and their path. */
const losing = { left: 0, of: '' }
/** Answers to accepted entries: whether the server already had the entry, and whether the answer arrived. */
const answers: { key: string; replay: boolean; heard: boolean }[] = []

/** A linear congruential generator: the same seed gives the same sequence. */
const nextFate = (): Fate => {
  if (state === undefined) return 'pass'
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return fates[Math.floor((state / 4_294_967_296) * fates.length)] ?? 'pass'
}

const refusal = (code: string) => JSON.stringify({ error: { code, message: code, request_id: 'storm' } })

/** Serves a script with a prelude that removes newer features from the context in which it runs first. */
const makeOld = async (answer: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(Buffer.from(chunk))
  const { 'content-length': _, etag: __, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, headers)
  // The service worker checks the build by its content, which differs here.
  const script = Buffer.concat(chunks)
    .toString()
    .replaceAll(/"integrity":"sha256-[^"]*",/g, '')
  outgoing.end(answer.statusCode === 200 ? asOldAsFloor() + script : undefined)
}

const textOf = (message: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })

/** Records the server's answers to the entries of one request. */
const noteTogether = async (asked: Promise<string>, answered: Promise<string>, heard: boolean) => {
  const [request, response] = await Promise.all([asked, answered])
  for (const { key, replay } of entriesIn(JSON.parse(request), JSON.parse(response)))
    answers.push({ key, replay, heard })
}

const forward = (incoming: IncomingMessage, outgoing: ServerResponse, lost: boolean): void => {
  const { method = 'GET', url = '/', headers } = incoming
  const isTogether = url === togetherPath
  const plain = isTogether || isOldest(headers.cookie)
  const sent = plain ? { ...headers, 'accept-encoding': 'identity' } : headers
  const asked = isTogether ? textOf(incoming) : Promise.resolve('')
  const upstream = request(addresses.site + url, { method, headers: sent, agent: false }, (answer) => {
    const key = headers['idempotency-key']
    const isEntry = answer.statusCode === 200 && typeof key === 'string'
    const isNext = isEntry && losing.left > 0 && url === losing.of
    if (isNext) losing.left -= 1
    const isLost = lost || isNext
    const replay = answer.headers['idempotent-replay'] === 'true'
    if (isEntry) answers.push({ key, replay, heard: !isLost })
    if (isTogether && answer.statusCode === 200) void noteTogether(asked, textOf(answer), !isLost)
    if (isLost) {
      answer.resume()
      answer.on('end', () => outgoing.destroy())
      return
    }
    const isScript = /javascript/.test(answer.headers['content-type'] ?? '')
    if (isScript && isOldest(headers.cookie)) {
      void makeOld(answer, outgoing)
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
  // A call that opens a session never gets `signed-out`: a clear refusal, which would end the sign-in.
  if (incoming.url === '/api/login') return say(outgoing, 503, 'application/json', refusal('maintenance'))
  return say(outgoing, 401, 'application/json', refusal('signed-out'))
}

export const createSiteProxy = () =>
  createServer((incoming, outgoing) => {
    const { url = '/', method } = incoming
    if (url.startsWith('/_storm')) {
      const { searchParams } = new URL(url, addresses.siteProxy)
      const seed = searchParams.get('seed')
      if (method !== 'GET') {
        state = seed === null ? undefined : Number(seed)
        losing.left = Number(searchParams.get('lose') ?? 0)
        losing.of = searchParams.get('of') ?? ''
      }
      outgoing.end(JSON.stringify({ answers }))
    } else suffer(url.startsWith('/api/') ? nextFate() : 'pass', incoming, outgoing)
  })
