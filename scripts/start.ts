import { demoAccounts } from '../sandbox/demo-accounts.ts'
import { loadEnvironment } from './environment.ts'
import { startProduct } from './product.ts'

/** Builds the app and runs the whole product on this machine until Ctrl-C. */
loadEnvironment()
const env = process.env

const announce = (): void => {
  const accounts = demoAccounts.map(({ email, password }) => `  ${email.padEnd(34)} ${password}`).join('\n')
  console.log(`
Breaking Barriers is running.

  the site           ${env['PUBLIC_ORIGIN']}
  the mailbox        http://localhost:${env['MAILBOX_PORT']}
  the API document   ${env['PUBLIC_ORIGIN']}/api/docs

Demo accounts
${accounts}

Ctrl-C stops everything; the data stays in ${env['DATA']} (npm run reset empties it).`)
}

try {
  const product = await startProduct()
  const stop = async (exitCode: number): Promise<never> => {
    await product.stop()
    process.exit(exitCode)
  }
  process.once('SIGINT', () => void stop(0))
  process.once('SIGTERM', () => void stop(0))
  announce()
  await product.ended
  await stop(1)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
