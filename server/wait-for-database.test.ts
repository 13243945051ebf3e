import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signInOver, spawnServer, type SpawnedServer } from './testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from './testing/test-identity.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

let identity: TestIdentity
let server: SpawnedServer | undefined

beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())
afterEach(() => void server?.child.kill('SIGKILL'))

const listenAt = async (listening: Server, port = 0): Promise<number> => {
  listening.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A port without a listener. */
const freePort = async (): Promise<number> => {
  const taken = createServer()
  const port = await listenAt(taken)
  taken.close()
  return port
}

const fetchStatus = (url: string) =>
  fetch(url).then(
    async (response) => [response.status, await response.text()],
    () => undefined,
  )

/** Starts a server whose database is away. Resolves when the server has logged it. */
const startWaiting = async (databaseUrl: string) => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const variables = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_ORIGIN: 'http://site.example',
  }
  const waiting = spawnServer(identity, variables)
  server = waiting
  await expect.poll(() => waiting.output.stdout, { timeout: 60_000 }).toContain('the start waits for')
  const writable = async () => {
    const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text()
    return /^product_database_writable(?:\{.*\})? (\d)/m.exec(text)?.[1]
  }
  return { ...waiting, origin: `http://localhost:${port}`, writable }
}

test('a server that waits for its database is alive, accepts no requests, logs why once, and can be stopped', async () => {
  const away = `127.0.0.1:${await freePort()}`
  const { child, output, ended, origin, writable } = await startWaiting(`postgres://u:hunter2@${away}/none`)
  expect(await fetchStatus(`${origin}/healthz`)).toEqual([200, '{"status":"alive"}'])
  expect(await fetchStatus(`${origin}/readyz`)).toEqual([503, '{"status":"starting"}'])
  expect((await fetch(`${origin}/api/sanctum/csrf-cookie`)).headers.get('Retry-After')).toBe('30')
  expect(await writable()).toBe('0')
  const lines = output.stdout.split('\n').filter((line) => line.includes('waits for the database'))
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', reason: expect.stringContaining(`ECONNREFUSED ${away}`) },
  ])
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(output.stdout + output.stderr).not.toMatch(/hunter2|ready at/)
})

test.runIf(serverUrl !== '')(
  'a server started before its database serves when the database is available',
  async () => {
    const name = `test_${randomUUID().replaceAll('-', '')}`
    const admin = new Client({ connectionString: serverUrl })
    await admin.connect()
    await admin.query(`create database ${name}`)
    const target = new URL(serverUrl)
    const way = createServer((socket) => {
      const there = connect(Number(target.port), target.hostname)
      for (const end of [socket, there]) end.on('error', () => undefined)
      socket.pipe(there).pipe(socket)
    })
    const port = await freePort()
    const { ready, origin, child, ended, output, writable } = await startWaiting(
      `postgres://${target.username}@127.0.0.1:${port}/${name}`,
    )
    await listenAt(way, port)
    await ready
    expect(output.stdout).toContain(
      `ready at http://site.example on port ${new URL(origin).port} (PostgreSQL)`,
    )
    const { rows } = await admin.query('select application_name from pg_stat_activity where datname = $1', [
      name,
    ])
    for (const row of rows) {
      expect(row.application_name).toMatch(new RegExp(`^breaking-barriers \\S+ ${child.pid}$`))
    }
    const customer = randomUUID()
    const post = await signInOver(identity, origin, customer)
    expect((await post('/api/events', { customer_id: customer, event_id: 1, value: 'x' })).status).toBe(200)
    expect(await writable()).toBe('1')
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    way.close()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  },
)
