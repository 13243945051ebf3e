import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoAdmins } from '../../sandbox/shared/demo-accounts.ts'
import { identityPool } from '../../sandbox/shared/settings.ts'
import type { SandboxOptions } from '../../sandbox/start-sandbox.ts'
import { useNativeAmplify } from '../../sandbox/testing/native-amplify.ts'
import { parseServerEnv } from '../../server/server-env.ts'
import { startServer } from '../../server/start-server.ts'
import { prepareData } from '../../server/testing/prepare-data.ts'
import { startStandIns } from './start-stand-ins.ts'

/** Starts the product API on a free port, without writing a log. */
const startProduct = async (variables: Record<string, string>) => {
  const env = parseServerEnv(variables)
  const server = await startServer({ env, warnings: [], version: '0.0.0-test', writeLog: () => undefined })
  return { origin: server.origin, stop: () => server.stop(AbortSignal.abort()) }
}

/** Starts separate stand-ins and a product API for one test, each on free ports. */
export const startServices = async (options: Partial<SandboxOptions> = {}) => {
  useNativeAmplify()
  const standIns = await startStandIns(options)
  const directory = await mkdtemp(join(tmpdir(), 'product-'))
  await prepareData(join(directory, 'data'))
  const product = await startProduct({
    ...standIns.variables,
    PORT: '0',
    DATA_DIR: join(directory, 'data'),
    STATIC_DIR: directory,
    LOG_LEVEL: 'error',
    LOGINS_PER_MINUTE: '10000',
    REQUESTS_PER_MINUTE: '100000',
    ADMINS: demoAdmins.join(','),
    STORAGE_DEVELOPER_PROVIDER: identityPool.developerProvider,
    STORAGE_DEVELOPER_KEY_ID: identityPool.developerKey.accessKeyId,
    STORAGE_DEVELOPER_KEY_SECRET: identityPool.developerKey.secretAccessKey,
  })
  return {
    ...standIns,
    origin: product.origin,
    close: async () => {
      await product.stop()
      await standIns.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type RunningServices = Awaited<ReturnType<typeof startServices>>
