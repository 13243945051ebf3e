import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createOwnDatabase } from '../../testing/database/own-database.ts'
import { signInOver, spawnServer } from '../../testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from '../../testing/test-identity.ts'
import { createOwnerUrl } from './server-role.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

let identity: TestIdentity
beforeAll(async () => {
  identity = await startTestIdentity()
})
afterAll(() => identity.stop())

test.each([
  ['postgres:///db?sslmode=verify-full', 'postgres://o:p%40%2F@/db?sslmode=verify-full'],
  ['postgres://u@host:1/db', 'postgres://o:p%40%2F@host:1/db'],
  ['postgresql://u:secret@host/db', 'postgresql://o:p%40%2F@host/db'],
])('turns %s into %s for the owner', (url, expected) => {
  const given = createOwnerUrl(url, { user: 'o', password: 'p@/' })
  expect(given).toBe(expected)
  expect(new Client({ connectionString: given })).toMatchObject({
    user: 'o',
    password: 'p@/',
    database: 'db',
  })
})

/** An empty database, and the URL of a role that does not exist yet. */
const newDatabase = async () => {
  const { url, name, query, drop } = await createOwnDatabase(serverUrl)
  const own = new URL(url)
  own.username = `${name}_server`
  own.password = "a word with ' in it"
  const start = (variables: Record<string, string> = {}) => {
    const server = spawnServer(identity, { DATABASE_URL: own.href, ...variables })
    onTestFinished(() => void server.child.kill('SIGKILL'))
    return server
  }
  onTestFinished(async () => {
    await drop()
    await query(`drop role if exists ${own.username}`)
  })
  const owner = { DATABASE_OWNER_USER: url.username, DATABASE_OWNER_PASSWORD: 'any' }
  return { url: own.href, name, owner, query, start }
}

test.runIf(serverUrl !== '')(
  'migrates as the owner, and serves with a role that may only change rows',
  { timeout: 600_000 },
  async () => {
    const { url, owner, query, start } = await newDatabase()
    const first = start(owner)
    const customer = randomUUID()
    const post = await signInOver(identity, await first.ready, customer)
    const event = { customer_id: customer, event_id: 1, value: 'x' }
    expect((await post('/api/events', event)).status).toBe(200)
    expect((await fetch(`${await first.ready}/readyz`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect([await first.ended, first.output.stderr]).toEqual([0, ''])

    const server = new Client({ connectionString: url })
    await server.connect()
    onTestFinished(() => server.end())
    for (const statement of [
      'create table x ()',
      'drop table customers',
      'truncate customers',
      'create role x',
    ])
      await expect(server.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    await query(`do $$ begin
      assert (select rolpassword like 'SCRAM-SHA-256$4096:%' from pg_authid where rolname = '${server.user}');
    end $$`)

    // If there is nothing to migrate, the server does not need the owner.
    const second = start()
    expect((await fetch(`${await second.ready}/readyz`)).status).toBe(200)
    second.child.kill('SIGTERM')
    await second.ended

    await query(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    const third = start()
    const origin = await third.ready
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
    expect(await (await fetch(`${origin}/readyz`)).json()).toEqual({ status: 'not-writable' })
  },
)

test.runIf(serverUrl !== '')(
  'reports a permission that is missing at the start in one line, with the reason',
  { timeout: 600_000 },
  async () => {
    const { url, owner, name, start } = await newDatabase()
    const first = start(owner)
    await first.ready
    first.child.kill('SIGTERM')
    await first.ended
    const admin = new URL(serverUrl)
    admin.pathname = `/${name}`
    const client = new Client({ connectionString: admin.href })
    await client.connect()
    await client.query(`revoke all on epochs from ${new URL(url).username}`)
    await client.end()
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output.stderr).toBe('The database cannot be used: permission denied for table epochs\n')
  },
)
