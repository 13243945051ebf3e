import { startService, tool, type Service } from './processes.ts'

/** The whole product as it runs on one machine. */
export type Product = {
  /** Resolves when a part of it ends by itself. */
  ended: Promise<unknown>
  stop: () => Promise<void>
}

/** Builds the app, then starts the stand-ins and the product API, with the addresses in `process.env`. */
export const startProduct = async (): Promise<Product> => {
  if ((await tool('vite', 'build', '--logLevel', 'warn')) !== 0)
    throw new Error('The app could not be built.')
  const services: Service[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.stop()))
  }
  try {
    services.push(await startService('sandbox/main.ts', process.env))
    services.push(await startService('server/main.ts', process.env))
  } catch (error) {
    await stop()
    throw error
  }
  return { ended: Promise.race(services.map(({ ended }) => ended)), stop }
}
