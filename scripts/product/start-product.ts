import { runToolIn, startService, type Environment, type Service } from './processes.ts'

export type Product = {
  /** Resolves when the first part of the product ends. */
  ended: Promise<unknown>
  stop: () => Promise<void>
}

/** Builds the app with the variables of the environment, into the folder `OUT_DIR`. */
export const buildApp = async (env: Environment): Promise<void> => {
  if ((await runToolIn(env, 'vite', 'build', '--logLevel', 'warn')) !== 0)
    throw new Error('The app could not be built.')
}

/**
 * Starts the stand-ins, builds the app unless `isBuilt`, and starts the product API. The stand-ins start
 * first. If their ports or folder are in use, this fails before the build replaces the files that a running
 * product serves.
 */
export const startProduct = async (env: Environment, { isBuilt = false } = {}): Promise<Product> => {
  const services: Service[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.stop()))
  }
  try {
    services.push(await startService('sandbox/main.ts', env))
    if (!isBuilt) await buildApp(env)
    services.push(await startService('server/main.ts', env))
  } catch (error) {
    await stop()
    throw error
  }
  return { ended: Promise.race(services.map(({ ended }) => ended)), stop }
}
