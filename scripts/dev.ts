import { loadEnvironment } from './environment.ts'
import { run, startService, type Service } from './processes.ts'

/**
 * Everything with reload: the app by Vite on the site's port, the product API behind it (`--watch` restarts it), and the
 * stand-ins. There is no service worker here: it would serve yesterday's code.
 */
const site = process.env['PORT'] ?? '8080'
const api = process.env['API_PORT'] ?? '8085'
process.env['PUBLIC_ORIGIN'] = `http://localhost:${site}`
loadEnvironment()

const env = process.env
const services: Service[] = [
  await startService('sandbox/main.ts', env),
  await startService('server/main.ts', { ...env, PORT: api }, '--watch-preserve-output', '--watch'),
]
const vite = run(['node_modules/vite/bin/vite.js', '--port', site, '--strictPort'], {
  ...env,
  API_ORIGIN: `http://localhost:${api}`,
})

const stop = async (): Promise<void> => {
  await Promise.all(services.map((service) => service.stop()))
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
await vite
await stop()
