import { randomUUID } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { extractRelease, findOlderRelease } from '../scripts/rehearsal/older-release.ts'
import { root } from '../scripts/product/processes.ts'
import { productApi } from '../src/contract/product-api.ts'
import { headers } from '../src/contract/product-api/headers-and-cookies.ts'
import { createKeyOption, postCalls } from './testing/attempts.ts'
import { bodyFor, findMissingFields, recordedDevice, type Exchanges } from './testing/exchanges.ts'
import { prepareData } from './testing/prepare-data.ts'
import { spawnServer } from './testing/spawn-server.ts'
import { createTestClient } from './testing/test-client.ts'
import { startTestIdentity, type TestIdentity } from './testing/test-identity.ts'

/** Rolls back: the server of an older commit runs on the database that this release migrated and filled. */

const older = findOlderRelease()
const reason = older.ok ? '' : older.error
// Warns if the history is missing, because a skipped test alone is easily overlooked.
if (reason !== '') console.warn(`The older release's server is not tested. ${reason}`)

/** The exchanges of a release from the time when it was the newest, recorded in its own folder. */
const recordedIn = (release: string): { version: number; exchanges: Exchanges } => {
  const parseVersion = (path: string) => Number(/\.v(\d+)\.txt$/.exec(path)?.[1])
  const [newest = ''] = globSync(join(release, 'server/testing/exchanges.v*.txt')).toSorted(
    (a, b) => parseVersion(b) - parseVersion(a),
  )
  return { version: parseVersion(basename(newest)), exchanges: JSON.parse(readFileSync(newest, 'utf8')) }
}

/** Calls that delete data which the next server should find. */
const last: ReadonlySet<string> = new Set(['logout', 'resetTokens', 'eraseAccount'])

/** AWS responds to this call, and is not available here. The call touches no table. */
const foreign = 'storageIdentity'

type Visit = { identity: TestIdentity; data: string; customer: string; release: string }

/**
 * Runs the calls of a release against its own server for a coach. Resolves to the recorded fields that each
 * response lacks.
 */
const visit = async ({ identity, data, customer, release }: Visit, isLast: boolean) => {
  const server = spawnServer(identity, { DATA_DIR: data, LOGINS_PER_MINUTE: '1000' }, { release })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const origin = await server.ready
  const coach = createTestClient({ request: (path, init) => fetch(origin + path, init) }, identity)
  await coach.signIn(customer, { device: recordedDevice })
  const { version, exchanges } = recordedIn(release)
  const results: Record<string, unknown> = {}
  for (const [name, exchange] of Object.entries(exchanges)) {
    const call = postCalls.find((known) => known === name)
    if (!call) throw new Error(`There is no ${name} any more.`)
    if (call === foreign || (!isLast && last.has(call))) continue
    const sent = { ...createKeyOption(call), headers: { [headers.schemaVersion]: String(version) } }
    const body = await bodyFor({ identity }, exchange, customer)
    const response = await coach.post(productApi[call].path, body, sent)
    results[name] = [response.status, findMissingFields(exchange.response, response.body)]
  }
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  return results
}

const allRight = (results: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(results).map((name) => [name, [200, []]]))

test.skipIf(reason !== '')(
  `the server of an older release runs on what this one has written${reason && `: ${reason}`}`,
  async () => {
    if (!older.ok) return
    const directory = mkdtempSync(join(tmpdir(), 'rolled-back-'))
    const release = extractRelease(older.value)
    const identity = await startTestIdentity()
    onTestFinished(() => {
      identity.stop()
      for (const folder of [directory, release]) rmSync(folder, { recursive: true })
    })
    const data = join(directory, 'data')
    await prepareData(data)
    const common = { identity, data, customer: randomUUID() }

    const written = await visit({ ...common, release: root }, false)
    expect(written).toEqual(allRight(written))
    const rolledBack = await visit({ ...common, release }, true)
    expect(rolledBack).toEqual(allRight(rolledBack))
    expect(Object.keys(rolledBack).length).toBeGreaterThan(20)
  },
)
