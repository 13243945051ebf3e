import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { addresses } from './addresses.ts'
import { listAcceptedEntries, batchPath } from './entries-in.ts'
import { createOldBrowserPrelude } from './newer-than-floor.ts'

/**
 * A proxy between a browser and the site, with network faults for calls of the product API. Pages and scripts
 * pass.
 *
 * - `PUT /_faults?seed=` begins random faults, chosen by a seeded generator.
 * - `PUT /_faults?lose=&of=` loses a number of responses to entries that the server accepted, at one path.
 * - `DELETE /_faults` ends both.
 *
 * All of these return the server's responses to entries. Browsers with the cookie `oldest` get scripts
 * without the features that the oldest browsers lack.
 */

/**
 * What happens to a call. `cut before`: the server does not receive it. `cut after`: the server receives it,
 * but its response is lost. `page`: a Wi-Fi page responds. `failed`, `busy`, `signed out`: the proxy refuses
 * it with the server's refusal of this kind.
 */
type Fault = 'pass' | 'cut before' | 'cut after' | 'page' | 'failed' | 'busy' | 'signed out'

/** The faults among which the generator chooses. A fault that is listed twice is twice as likely. */
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

/** The state of the generator of random faults, or undefined while there are none. */
let generatorState: number | undefined
/** The number of responses that are still to be lost, and their path. */
const toLose = { count: 0, path: '' }
/**
 * The server's responses to accepted entries. `replay`: the server already had the entry. `arrived`: the
 * response reached the browser.
 */
const responses: { key: string; replay: boolean; arrived: boolean }[] = []

/** A linear congruential generator: the same seed gives the same sequence. */
const nextFault = (): Fault => {
  if (generatorState === undefined) return 'pass'
  generatorState = (Math.imul(generatorState, 1_664_525) + 1_013_904_223) >>> 0
  return faults[Math.floor((generatorState / 4_294_967_296) * faults.length)] ?? 'pass'
}

/** Creates the body of a refusal of the product API. */
const createRefusal = (code: string) =>
  JSON.stringify({ error: { code, message: code, request_id: 'fault' } })

/** Serves a script with a prelude that removes newer features from the page or worker that runs it. */
const sendWithPrelude = async (response: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(Buffer.from(chunk))
  const { 'content-length': _, etag: __, ...headers } = response.headers
  outgoing.writeHead(response.statusCode ?? 502, headers)
  // The service worker checks each file by its integrity value, which is wrong with the prelude.
  const script = Buffer.concat(chunks)
    .toString()
    .replaceAll(/"integrity":"sha256-[^"]*",/g, '')
  outgoing.end(response.statusCode === 200 ? createOldBrowserPrelude() + script : undefined)
}

const readText = (message: IncomingMessage): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => resolve(Buffer.concat(chunks).toString()))
  })

/** Records the server's responses to the entries of a request that delivers several. */
const recordBatch = async (requestBody: Promise<string>, responseBody: Promise<string>, arrived: boolean) => {
  const [request, response] = await Promise.all([requestBody, responseBody])
  for (const { key, replay } of listAcceptedEntries(JSON.parse(request), JSON.parse(response)))
    responses.push({ key, replay, arrived })
}

/** Forwards a request to the site. If `shouldLose` is true, the response does not reach the browser. */
const forward = (incoming: IncomingMessage, outgoing: ServerResponse, shouldLose: boolean): void => {
  const { method = 'GET', url = '/', headers } = incoming
  const isBatch = url === batchPath
  // This proxy reads or changes these responses, so they must not be compressed.
  const needsPlainText = isBatch || isOldest(headers.cookie)
  const sentHeaders = needsPlainText ? { ...headers, 'accept-encoding': 'identity' } : headers
  const body = isBatch ? readText(incoming) : Promise.resolve('')
  const options = { method, headers: sentHeaders, agent: false }
  const upstream = request(addresses.site + url, options, (response) => {
    const key = headers['idempotency-key']
    const isEntry = response.statusCode === 200 && typeof key === 'string'
    const isNextToLose = isEntry && toLose.count > 0 && url === toLose.path
    if (isNextToLose) toLose.count -= 1
    const isLost = shouldLose || isNextToLose
    const replay = response.headers['idempotent-replay'] === 'true'
    if (isEntry) responses.push({ key, replay, arrived: !isLost })
    if (isBatch && response.statusCode === 200) void recordBatch(body, readText(response), !isLost)
    if (isLost) {
      response.resume()
      response.on('end', () => outgoing.destroy())
      return
    }
    const isScript = /javascript/.test(response.headers['content-type'] ?? '')
    if (isScript && isOldest(headers.cookie)) {
      void sendWithPrelude(response, outgoing)
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
  const refuse = (status: number, code: string) =>
    respond(outgoing, status, 'application/json', createRefusal(code))
  if (fault === 'failed') return refuse(500, 'server-failed')
  if (fault === 'busy') return refuse(429, 'too-many-requests')
  // A call that opens a session never gets `signed-out`, because this refusal would end the sign-in.
  if (incoming.url === '/api/login') return refuse(503, 'maintenance')
  return refuse(401, 'signed-out')
}

/** Creates the proxy. The test controls it at `/_faults`. */
export const createSiteProxy = () =>
  createServer((incoming, outgoing) => {
    const { url = '/', method } = incoming
    if (url.startsWith('/_faults')) {
      const { searchParams } = new URL(url, addresses.siteProxy)
      const seed = searchParams.get('seed')
      if (method !== 'GET') {
        generatorState = seed === null ? undefined : Number(seed)
        toLose.count = Number(searchParams.get('lose') ?? 0)
        toLose.path = searchParams.get('of') ?? ''
      }
      outgoing.end(JSON.stringify({ responses }))
    } else applyFault(url.startsWith('/api/') ? nextFault() : 'pass', incoming, outgoing)
  })
