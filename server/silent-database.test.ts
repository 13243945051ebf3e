import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFreezingProxy, type FreezingProxy } from './testing/freezing-proxy.ts'
import { signInOver, spawnServer, type SpawnedServer } from './testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from './testing/test-identity.ts'

const serverUrl = process.env['TEST_DATABASE_URL'] ?? ''

/** More than an instance's connections to the database, so that all of them are in use. */
const sendersPerInstance = 12

let identity: TestIdentity
let proxy: FreezingProxy
const instances: SpawnedServer[] = []
const name = `test_${randomUUID().replaceAll('-', '')}`

const asAdmin = async (sql: string) => {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(sql)
  await client.end()
}

beforeAll(async () => {
  if (serverUrl === '') return
  await asAdmin(`create database ${name}`)
  const own = new URL(serverUrl)
  own.pathname = `/${name}`
  proxy = await startFreezingProxy(own)
  identity = await startTestIdentity()
})
afterAll(async () => {
  if (serverUrl === '') return
  for (const { child } of instances) child.kill('SIGKILL')
  proxy.stop()
  identity.stop()
  await asAdmin(`drop database ${name} with (force)`)
})

/** Starts an instance with phones that each deliver one entry. `deliver` resolves to their statuses. */
const startCopy = async () => {
  const variables = { DATABASE_URL: proxy.url, REQUESTS_PER_MINUTE: '100000', LOGINS_PER_MINUTE: '1000' }
  const instance = spawnServer(identity, variables)
  instances.push(instance)
  const origin = await instance.ready
  const customers = Array.from({ length: sendersPerInstance }, () => randomUUID())
  const posts = await Promise.all(customers.map((customer) => signInOver(identity, origin, customer)))
  const deliver = (keys: string[]) =>
    Promise.all(
      posts.map(async (post, at) => {
        const event = { customer_id: customers[at], event_id: 1, value: 'x' }
        const response = await post('/api/events', event, keys[at])
        return response.status
      }),
    )
  return { ...instance, origin, deliver }
}

const newKeys = () => Array.from({ length: sendersPerInstance }, () => randomUUID())
const accepted = Array.from({ length: sendersPerInstance }, () => 200)

test.runIf(serverUrl !== '')(
  'gives up silent connections: requests in flight get a response, and instances continue, or end when stopped',
  async () => {
    const [going, stopping] = await Promise.all([startCopy(), startCopy()])
    expect(await Promise.all([going.deliver(newKeys()), stopping.deliver(newKeys())])).toEqual([
      accepted,
      accepted,
    ])
    expect(proxy.flowing()).toBeGreaterThan(10)

    proxy.freeze()
    const keys = newKeys()
    const inFlight = Promise.all([going.deliver(keys), stopping.deliver(newKeys())])
    // The requests must be in progress before the instance stops listening.
    await expect.poll(() => fetch(`${stopping.origin}/readyz`).then(({ status }) => status)).toBe(503)
    stopping.child.kill('SIGTERM')
    const statuses = new Set((await inFlight).flat())
    expect([...statuses]).toEqual([500])
    expect(await stopping.ended).toBe(0)

    await expect.poll(() => fetch(`${going.origin}/readyz`).then(({ status }) => status)).toBe(200)
    while (!(await going.deliver(keys)).every((status) => status === 200)) await sleep(200)
    expect(going.child.exitCode).toBe(null)
  },
)
