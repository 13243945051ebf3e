import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPostgres, type RunningPostgres } from '../scripts/programs/test-postgres.ts'
import { signInOver, spawnServer, type SpawnedServer } from './testing/spawn-server.ts'
import { startTestIdentity, type TestIdentity } from './testing/test-identity.ts'

/** As many as an instance's connections to the database, so that a lost connection shows. */
const sendersPerInstance = 10
const restarts = 4

let identity: TestIdentity
let postgres: RunningPostgres
let instances: SpawnedServer[]

beforeAll(async () => {
  // Restarting the shared PostgreSQL would disturb other tests.
  if (!process.env['TEST_DATABASE_URL']) return
  const started = await startTestPostgres()
  if ('skipped' in started) throw new Error(started.skipped)
  postgres = started
  identity = await startTestIdentity()
  const variables = { DATABASE_URL: postgres.url, REQUESTS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE: '1000' }
  instances = [1, 2, 3].map(() => spawnServer(identity, variables))
})
afterAll(async () => {
  for (const { child } of instances ?? []) child.kill('SIGKILL')
  identity?.stop()
  await postgres?.stop()
})

/** Delivers events in sequence. Repeats each under its key until the server accepts it, as a phone does. */
const startSender = async ({ child, ready, output }: SpawnedServer) => {
  const customer = randomUUID()
  const post = await signInOver(identity, await ready, customer)
  const accepted: string[] = []
  const deliver = async (key: string) => {
    const event = { customer_id: customer, event_id: 1, value: key }
    for (;;) {
      const status = await post('/api/events', event, key).then(
        (response) => response.status,
        () => 0,
      )
      if (status === 200) return void accepted.push(key)
      if (child.exitCode !== null) throw new Error(`An instance has died: ${output.stderr}`)
      await sleep(50)
    }
  }
  return { accepted, deliver }
}

const storedEvents = async (): Promise<string[]> => {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  const { rows } = await client.query<{ value: string }>('select value from events')
  await client.end()
  return rows.map(({ value }) => value)
}

test.runIf(process.env['TEST_DATABASE_URL'])(
  'three instances outlive restarts of the database under load, and every accepted entry is stored once',
  async () => {
    const senders = await Promise.all(
      instances.flatMap((instance) =>
        Array.from({ length: sendersPerInstance }, () => startSender(instance)),
      ),
    )
    const restarted = new AbortController()
    const send = async ({ deliver }: (typeof senders)[number]) => {
      while (!restarted.signal.aborted) await deliver(randomUUID())
      // After the last restart, each sender must deliver once more.
      await deliver(randomUUID())
    }
    const sent = Promise.all(senders.map(send))
    for (let restart = 0; restart < restarts; restart += 1) {
      const before = senders.map(({ accepted }) => accepted.length)
      const hasAnother = ({ accepted }: (typeof senders)[number], at: number) => accepted.length > before[at]!
      const allSent = async () => {
        await expect.poll(() => senders.every(hasAnother)).toBe(true)
      }
      await Promise.race([allSent(), sent])
      await postgres.restart()
    }
    restarted.abort()
    await sent

    expect(instances.map(({ child }) => child.exitCode)).toEqual([null, null, null])
    const accepted = senders.flatMap((sender) => sender.accepted)
    expect((await storedEvents()).toSorted()).toEqual(accepted.toSorted())
  },
)
