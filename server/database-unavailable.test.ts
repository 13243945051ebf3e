import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreezingProxy } from './testing/freezing-proxy.ts'
import { createOwnDatabase } from './testing/database/own-database.ts'
import { signInOver, spawnServer, type SpawnedServer } from './testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from './testing/test-identity.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

let identity: TestIdentity
let server: SpawnedServer | undefined

beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => {
  server?.child.kill('SIGKILL')
  identity.stop()
})

test.runIf(serverUrl !== '')(
  'requests that fail without the database say when to retry, and are not logged as faults of the release',
  async () => {
    const { url, name, query, drop } = await createOwnDatabase(serverUrl)
    const proxy = await startFreezingProxy(url)
    server = spawnServer(identity, { DATABASE_URL: proxy.url })
    const { child, ended, output } = server
    const origin = await server.ready
    const customer = randomUUID()
    const post = await signInOver(identity, origin, customer)
    const event = { customer_id: customer, event_id: 1, value: 'x' }
    const entry = (key: string) => ({
      call: 'events',
      headers: { 'Idempotency-Key': key },
      body: JSON.stringify(event),
    })
    const single = () => post('/api/events', event)
    const together = () =>
      post('/api/deliver-entries', {
        customer_id: customer,
        entries: [entry(randomUUID()), entry(randomUUID())],
      })
    const reading = () => post('/api/get-impact', { customer_id: customer })
    const rejected = async (response: Response) => {
      expect([response.status, response.headers.get('Retry-After')]).toEqual([500, '30'])
      expect(await response.json()).toMatchObject({ error: { code: 'server-failed', retry_after: 30 } })
    }
    expect(await Promise.all([single(), together(), reading()].map(async (r) => (await r).status))).toEqual([
      200, 200, 200,
    ])

    // Simulates a standby that has not taken over yet.
    await query(`alter database ${name} set default_transaction_read_only = on`)
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await expect.poll(async () => (await reading()).status).toBe(200)
    await rejected(await single())
    await rejected(await together())

    proxy.stop()
    for (const call of [single, together, reading]) await rejected(await call())
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output.stdout).toMatch(/"the database is away",.*"reason":"connect ECONNREFUSED/)
    expect(output.stdout).toMatch(/"reason":"cannot execute [\w ]+ in a read-only transaction \(25006\)"/)
    expect(output.stdout).toContain('"refused":"database-away"')
    expect(output.stdout).not.toMatch(/request failed|could not be written together|an entry failed/)
    await drop()
  },
)
