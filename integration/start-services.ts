import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityPool } from '../sandbox/shared/settings.ts'
import type { SandboxOptions } from '../sandbox/start-sandbox.ts'
import { useNativeAmplify } from '../sandbox/testing/native-amplify.ts'
import { compileCache } from '../server/testing/compile-cache.ts'
import { prepareData } from '../server/testing/prepare-data.ts'
import { startStandIns } from './start-stand-ins.ts'

/** Runs the product API in a process of its own, on a free port, and resolves when it answers. */
const startProduct = async (variables: Record<string, string>) => {
  const child = spawn(process.execPath, ['server/main.ts'], {
    env: { PATH: process.env['PATH'], ...compileCache, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    let told = ''
    child.stdout.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      const [, ready] = /ready at (\S+) /.exec(told) ?? []
      if (ready !== undefined) resolve(ready)
    })
    child.once('exit', (code) => reject(new Error(`The product API ended with ${code}.`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { origin, stop }
}

/** The stand-ins and a product API of a test's own, each on free ports. */
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
