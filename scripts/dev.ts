import { loadEnvironment } from './environment.ts'
import { EndedEarly, onStop, startService, tool, type Service } from './processes.ts'

/**
 * Everything with reload: the app by Vite on the site's port, the product API behind it (`--watch` restarts it), and the
 * stand-ins. There is no service worker here: it would serve yesterday's code.
 */
const site = process.env['PORT'] ?? '8080'
const api = process.env['API_PORT'] ?? '8085'
process.env['PUBLIC_ORIGIN'] = `http://localhost:${site}`
process.env['API_ORIGIN'] = `http://localhost:${api}`
loadEnvironment()

const env = process.env
const services: Service[] = []
const leave = async (exitCode: number): Promise<void> => {
  await Promise.all(services.map((service) => service.stop()))
  process.exit(exitCode)
}
onStop(() => void leave(0))

try {
  services.push(await startService('sandbox/main.ts', env))
  const server = { ...env, PORT: api }
  services.push(await startService('server/main.ts', server, '--watch-preserve-output', '--watch'))
  await tool('vite', '--port', site, '--strictPort')
} catch (error) {
  if (!(error instanceof EndedEarly)) console.error(error instanceof Error ? error.message : error)
}
await leave(1)
