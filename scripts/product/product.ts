import { startService, tool, type Service } from './processes.ts'

/** The whole product as it runs on one machine. */
export type Product = {
  /** Resolves when a part of it ends by itself. */
  ended: Promise<unknown>
  stop: () => Promise<void>
}

/**
 * Starts the stand-ins, builds the app and starts the product API, with the addresses in `process.env`. The stand-ins
 * come first: what is in use is found out before the build replaces the files that a running product serves.
 */
export const startProduct = async (): Promise<Product> => {
  const services: Service[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.stop()))
  }
  try {
    services.push(await startService('sandbox/main.ts', process.env))
    if ((await tool('vite', 'build', '--logLevel', 'warn')) !== 0)
      throw new Error('The app could not be built.')
    services.push(await startService('server/main.ts', process.env))
  } catch (error) {
    await stop()
    throw error
  }
  return { ended: Promise.race(services.map(({ ended }) => ended)), stop }
}
