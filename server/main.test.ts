import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { prepareData } from './testing/prepare-data.ts'
import { signInOver, spawnServer, type SpawnedServer } from './testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from './testing/test-identity.ts'

let identity: TestIdentity
let directory: string
const servers: SpawnedServer[] = []

beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'server-'))
})
afterEach(() => {
  for (const { child } of servers.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true })
})

const run = (variables: Record<string, string> = {}, channel: 'ipc' | 'ignore' = 'ignore') => {
  const server = spawnServer(identity, { DATA_DIR: join(directory, 'data'), ...variables }, { channel })
  servers.push(server)
  return server
}

const signIn = (origin: string, customer: string) => signInOver(identity, origin, customer)

test('keeps stored entries over a stop and a crash, and does not store them again', async () => {
  const customer = randomUUID()
  const key = randomUUID()
  const event = { customer_id: customer, event_id: 1, value: 'once' }
  const lock = join(directory, 'data', 'server.lock')
  await prepareData(join(directory, 'data'))

  const first = run()
  const answered = await (await signIn(await first.ready, customer))('/api/events', event, key)
  const receipt: unknown = await answered.json()
  expect(receipt).toMatchObject({ receipt: { key } })
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(existsSync(lock)).toBe(false)

  const second = run()
  await second.ready
  second.child.kill('SIGKILL')
  await second.ended
  expect(existsSync(lock)).toBe(true)

  const third = run()
  const replayed = await (await signIn(await third.ready, customer))('/api/events', event, key)
  expect(replayed.headers.get('Idempotent-Replay')).toBe('true')
  expect(await replayed.json()).toEqual(receipt)
  const tooLarge = await (await signIn(await third.ready, customer))('/api/events', 'x'.repeat(2_000_000))
  expect(tooLarge.status).toBe(413)

  const fourth = run()
  expect(await fourth.ended).toBe(1)
  expect(fourth.output.stderr).toMatch(/^The data directory .* is in use by process \d+; stop it first\.\n$/)
  third.child.kill('SIGINT')
  expect(await third.ended).toBe(0)
})

test('warns at the start if ADMINS names nobody who has an account', async () => {
  const customer = randomUUID()
  const warning = 'ADMINS names nobody who has an account'
  await prepareData(join(directory, 'data'))
  const first = run({ ADMINS: `${customer},nobody` })
  await signIn(await first.ready, customer)
  expect(first.output.stdout).toContain(warning)
  first.child.kill('SIGTERM')
  await first.ended
  const second = run({ ADMINS: `${customer},nobody` })
  await second.ready
  expect(second.output.stdout).not.toContain(warning)
})

test('tells a parent with a channel when it is ready, and ends when the parent ends', async () => {
  await prepareData(join(directory, 'data'))
  const { child, ready, ended } = run({}, 'ipc')
  const { promise: told, resolve } = Promise.withResolvers<unknown>()
  child.once('message', resolve)
  expect(await told).toBe('ready')
  expect((await fetch(`${await ready}/healthz`)).status).toBe(200)
  child.disconnect()
  expect(await ended).toBe(0)
})

test('ends when its parent ends during the start', async () => {
  await prepareData(join(directory, 'data'))
  const { child, ended } = run({}, 'ipc')
  child.disconnect()
  expect(await ended).toBe(0)
  expect(existsSync(join(directory, 'data', 'server.lock'))).toBe(false)
})

const listenAnywhere = async (server: Server): Promise<number> => {
  server.listen(0)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('reports a port in use in one clear line', async () => {
  const other = createServer()
  const port = await listenAnywhere(other)
  await prepareData(join(directory, 'data'))
  const { ended, output } = run({ PORT: String(port) })
  expect(await ended).toBe(1)
  other.close()
  expect(output.stderr).toBe(`Port ${port} is in use; set PORT to another one.\n`)
  expect(existsSync(join(directory, 'data', 'server.lock'))).toBe(false)
})

test('reports an unwritable data directory in one clear line', async () => {
  writeFileSync(join(directory, 'file'), '')
  const { ended, output } = run({ DATA_DIR: join(directory, 'file', 'data') })
  expect(await ended).toBe(1)
  expect(output.stderr).toMatch(/^The data directory \S+ cannot be written: [^\n]+\n$/)
})

test('reports a wrong environment in one clear line', async () => {
  const { ended, output } = run({ PORT: 'eighty' })
  expect(await ended).toBe(1)
  expect(output.stderr).toMatch(/^The environment is wrong\. PORT: [^\n]+\n$/)
})

test('warns without the loyalty provider’s credential, and says so to a coach who signs in there', async () => {
  await prepareData(join(directory, 'data'))
  const { ready, output } = run({ LOYALTY_VENDOR: 'not-set' })
  const post = await signIn(await ready, randomUUID())
  const login = { DataSourceID: '2000042737', Username: 'ana@secret.example', Password: 'right' }
  const response = await post('/api/loyalty/login', login)
  expect(await response.json()).toEqual({ Type: 'ERROR', ErrorDesc: { Number: '200032' } })
  expect(output.stdout).toContain('there is no LOYALTY_VENDOR')
})

/** PostgreSQL's message when it rejects a connection. */
const createErrorMessage = (code: string, message: string) => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}

test.each([
  ['28P01', 'password authentication failed for user'],
  ['3D000', 'there is no such database'],
  ['42501', 'permission denied for database'],
])(
  'reports a database failure that waiting cannot fix (%s) in one clear line, without the password',
  async (code, message) => {
    const refusing = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(createErrorMessage(code, message)))
    })
    const port = await listenAnywhere(refusing)
    const { ended, output } = run({ DATABASE_URL: `postgres://user:hunter2@127.0.0.1:${port}/none` })
    expect(await ended).toBe(1)
    refusing.close()
    expect(output.stderr).toBe(`The database at DATABASE_URL cannot be used: ${message}\n`)
    expect(output.stdout).not.toContain('hunter2')
  },
)
