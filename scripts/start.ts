import { demoAccounts } from '../sandbox/demo-accounts.ts'
import { loadEnvironment } from './environment.ts'
import { startService, tool, type Service } from './processes.ts'

/** Builds the app and starts the whole product on this machine: the stand-ins, then the product API with the site. */
loadEnvironment()
const env = process.env
const services: Service[] = []

const stop = async (exitCode: number): Promise<never> => {
  await Promise.all(services.map((service) => service.stop()))
  process.exit(exitCode)
}

process.once('SIGINT', () => void stop(0))
process.once('SIGTERM', () => void stop(0))

const built = await tool('vite', 'build', '--logLevel', 'warn')
if (built !== 0) process.exit(built)

try {
  services.push(await startService('sandbox/main.ts', env))
  services.push(await startService('server/main.ts', env))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

const accounts = demoAccounts.map(({ email, password }) => `  ${email.padEnd(34)} ${password}`).join('\n')
console.log(`
Breaking Barriers is running.

  the site           ${env['PUBLIC_ORIGIN']}
  the mailbox        http://localhost:${env['MAILBOX_PORT']}
  the API document   ${env['PUBLIC_ORIGIN']}/api/docs

Demo accounts
${accounts}

Ctrl-C stops everything; the data stays in ${env['DATA']} (npm run reset empties it).`)

await stop(await Promise.race(services.map(({ ended }) => ended)))
