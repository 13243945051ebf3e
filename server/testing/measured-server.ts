import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenDatabase } from '../db/database.ts'
import { parseServerEnv } from '../server-env.ts'
import { startServer } from '../start-server.ts'
import { createOwnDatabase } from './database/own-database.ts'
import { prepareData } from './prepare-data.ts'
import { createTestClient } from './test-client.ts'
import { toVariables } from './test-env.ts'
import { startTestIdentity } from './test-identity.ts'

/** Creates an empty database of the kind. Returns the variables that name it. */
const createDatabase = async (kind: OpenDatabase['kind']) => {
  if (kind === 'PGlite') {
    const directory = mkdtempSync(join(tmpdir(), 'measured-'))
    await prepareData(join(directory, 'data'))
    const remove = async () => rmSync(directory, { recursive: true })
    return { variables: { DATA_DIR: join(directory, 'data') }, remove }
  }
  const { url, drop } = await createOwnDatabase(process.env['TEST_DATABASE_URL'] ?? '')
  return { variables: { DATABASE_URL: url.href }, remove: drop }
}

/** The whole server with a metrics port and additional variables. */
export const startMeasuredServer = async (kind: OpenDatabase['kind'], more: Record<string, string> = {}) => {
  const [identity, { variables, remove }] = await Promise.all([startTestIdentity(), createDatabase(kind)])
  const environment = {
    PORT: '0',
    METRICS_PORT: '0',
    DRAIN_SECONDS: '0',
    STATIC_DIR: 'no-such-folder',
    RELEASE_COMMIT: 'e39ae195',
  }
  const log: string[] = []
  const running = await startServer({
    env: parseServerEnv({ ...environment, ...toVariables(identity.env), ...variables, ...more }),
    warnings: [],
    version: '1.2.3-test',
    retentionDelayMs: 0,
    writeLog: (line) => log.push(line),
  })
  const metrics = `http://localhost:${running.metricsPort}/metrics`
  /** The metrics that Prometheus would read, line by line without comments. */
  const scrape = async () =>
    (await (await fetch(metrics)).text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return {
    identity,
    origin: running.origin,
    /** Log lines as written. */
    log,
    metrics,
    scrape,
    /** Waits until the server has finished a retention run. */
    hasDeletedExpired: async () => {
      while (!(await scrape()).some((line) => line.startsWith('product_retention_runs_total')))
        await sleep(50)
    },
    client: () => createTestClient({ request: (path, init) => fetch(running.origin + path, init) }, identity),
    stop: async () => {
      await running.stop(AbortSignal.abort())
      identity.stop()
      await remove()
    },
  }
}

export type MeasuredServer = Awaited<ReturnType<typeof startMeasuredServer>>
