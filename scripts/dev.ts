import { loadEnvironment } from './product/environment.ts'
import { EndedEarly, onStop, startService, tool, type Service } from './product/processes.ts'

/**
 * Runs everything with reload.
 *
 * - `npm run dev`: Vite serves the app from its sources, in front of the product API. There is no service
 *   worker, because it would serve outdated code.
 * - `npm run dev built`: the product API serves the built app with its service worker, rebuilt after each
 *   change.
 *
 * Both restart the product API and the stand-ins when their code changes.
 */
const built = process.argv[2] === 'built'
const site = process.env['PORT'] ?? '8080'
const api = built ? site : (process.env['API_PORT'] ?? '8085')
process.env['PUBLIC_ORIGIN'] = `http://localhost:${site}`
process.env['API_ORIGIN'] = `http://localhost:${api}`
loadEnvironment()

const watch = ['--watch-preserve-output', '--watch']
const services: Service[] = []
const leave = async (exitCode: number): Promise<void> => {
  await Promise.all(services.map((service) => service.stop()))
  process.exit(exitCode)
}
onStop(() => void leave(0))

try {
  const start = async (script: string, env: NodeJS.ProcessEnv) =>
    services.push(await startService(script, env, ...watch))
  await Promise.all([
    start('sandbox/main.ts', process.env),
    start('server/main.ts', { ...process.env, PORT: api }),
    built
      ? tool('vite', 'build', '--watch', '--logLevel', 'warn')
      : tool('vite', '--port', site, '--strictPort'),
  ])
} catch (error) {
  if (!(error instanceof EndedEarly)) console.error(error instanceof Error ? error.message : error)
}
await leave(1)
