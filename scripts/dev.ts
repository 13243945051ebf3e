/**
 * Runs the whole product with reload.
 *
 * - `npm run dev`: Vite serves the app from its sources, in front of the product API. There is no service
 *   worker, because it would serve outdated code.
 * - `npm run dev built`: the product API serves the built app with its service worker, rebuilt after each
 *   change.
 *
 * Both restart the product API and the stand-ins when their code changes.
 */

import { loadEnvironment } from './product/environment.ts'
import { EndedEarly, onStop, runTool, startService, type Service } from './product/processes.ts'

const usesBuiltApp = process.argv[2] === 'built'
const sitePort = process.env['PORT'] ?? '8080'
const apiPort = usesBuiltApp ? sitePort : (process.env['API_PORT'] ?? '8085')
process.env['PUBLIC_ORIGIN'] = `http://localhost:${sitePort}`
process.env['API_ORIGIN'] = `http://localhost:${apiPort}`
loadEnvironment()

const watchFlags = ['--watch-preserve-output', '--watch']
const services: Service[] = []
const stopAndExit = async (exitCode: number): Promise<void> => {
  await Promise.all(services.map((service) => service.stop()))
  process.exit(exitCode)
}
onStop(() => void stopAndExit(0))

try {
  const start = async (script: string, env: NodeJS.ProcessEnv) =>
    services.push(await startService(script, env, ...watchFlags))
  // The services start and keep running. Vite runs until it ends, so this waits until Vite ends, or until a
  // service cannot start.
  await Promise.all([
    start('sandbox/main.ts', process.env),
    start('server/main.ts', { ...process.env, PORT: apiPort }),
    usesBuiltApp
      ? runTool('vite', 'build', '--watch', '--logLevel', 'warn')
      : runTool('vite', '--port', sitePort, '--strictPort'),
  ])
} catch (error) {
  if (!(error instanceof EndedEarly)) console.error(error instanceof Error ? error.message : error)
}
await stopAndExit(1)
