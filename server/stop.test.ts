import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { listen, stopListening } from '../node/listen.ts'
import { prepareData } from './testing/prepare-data.ts'
import { spawnServer, type SpawnedServer } from './testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from './testing/test-identity.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''
let identity: TestIdentity
let directory: string
let server: SpawnedServer | undefined

beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stop-'))
})
afterEach(() => {
  server?.child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

const responseTo = async (sent: ClientRequest): Promise<IncomingMessage> => {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response
}

/** Sends a request over a connection that the client would like to keep alive. */
const getFrom = async (origin: string, path: string) => {
  const agent = new Agent({ keepAlive: true })
  const response = await responseTo(request(origin + path, { agent }).end())
  const body = await text(response)
  return {
    status: response.statusCode,
    connection: response.headers.connection,
    body,
    headers: response.headers,
  }
}

test('a stopped server says so, asks connections to close, and finishes what it has started', async () => {
  await prepareData(join(directory, 'data'))
  server = spawnServer(identity, { DATA_DIR: join(directory, 'data'), DRAIN_SECONDS: '600' })
  const origin = await server.ready
  const before = await getFrom(origin, '/readyz')
  expect([before.status, before.connection]).toEqual([200, 'keep-alive'])

  const csrf = await getFrom(origin, '/api/sanctum/csrf-cookie')
  const { token } = JSON.parse(csrf.body)
  const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token, Cookie: `XSRF-TOKEN=${token}` }
  const slow = request(`${origin}/api/token-validation`, {
    method: 'POST',
    headers,
    agent: new Agent({ keepAlive: true }),
  })
  slow.write('{')
  await once(slow, 'socket')

  server.child.kill('SIGTERM')
  await expect.poll(async () => (await getFrom(origin, '/readyz')).status).toBe(503)
  const during = await getFrom(origin, '/readyz')
  expect([during.connection, JSON.parse(during.body)]).toEqual(['close', { status: 'stopping' }])
  expect((await getFrom(origin, '/api/sanctum/csrf-cookie')).status).toBe(200)

  server.child.kill('SIGINT')
  await expect
    .poll(() => getFrom(origin, '/healthz').catch(() => 'no longer listening'))
    .toBe('no longer listening')
  slow.end('}')
  const late = await responseTo(slow)
  expect([late.statusCode, late.headers.connection]).toEqual([200, 'close'])
  expect(JSON.parse(await text(late))).toEqual({ valid: false })
  expect(await server.ended).toBe(0)
})

test.runIf(serverUrl !== '')(
  'the server is alive and accepts no calls while it opens the database',
  async () => {
    const admin = new Client({ connectionString: serverUrl })
    await admin.connect()
    const name = `test_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    const other = new Client({ connectionString: url.href })
    await other.connect()
    // Simulates another instance that applies the migrations.
    await other.query('select pg_advisory_lock(7204118)')

    const place = createServer()
    const port = await listen(place, { port: 0, variable: 'PORT', host: '127.0.0.1' })
    await stopListening(place, 0)
    const origin = `http://127.0.0.1:${port}`
    server = spawnServer(identity, { DATABASE_URL: url.href, PORT: String(port) })
    const fetchStatus = (path: string) =>
      getFrom(origin, path).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(() => fetchStatus('/healthz')).toBe(200)
    const unready = await getFrom(origin, '/readyz')
    expect([unready.status, JSON.parse(unready.body)]).toEqual([503, { status: 'starting' }])
    const rejected = await getFrom(origin, '/api/sanctum/csrf-cookie')
    expect([rejected.status, rejected.headers['retry-after']]).toEqual([503, '5'])
    expect(JSON.parse(rejected.body).error).toMatchObject({ code: 'maintenance', retry_after: 5 })

    await other.end()
    await server.ready
    expect(await fetchStatus('/readyz')).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await admin.query(`drop database ${name}`)
    await admin.end()
  },
)
