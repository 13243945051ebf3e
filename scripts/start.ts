/** `npm start` builds the app and runs the whole product on this machine until Ctrl-C. */

import { demoAccounts, type DemoAccount } from '../sandbox/shared/demo-accounts.ts'
import { loadEnvironment } from './product/environment.ts'
import { EndedEarly, onStop } from './product/processes.ts'
import { startProduct, type Product } from './product/start-product.ts'

loadEnvironment()
const env = process.env

const announce = (): void => {
  const getNote = ({ role, isInvited, sourceId }: DemoAccount): string => {
    if (isInvited) return 'asks for a new password'
    if (role !== 'admin') return ''
    return sourceId === undefined ? 'asks for a code from the mailbox' : 'needs an authenticator app'
  }
  const accounts = demoAccounts
    .map((account) => `  ${account.email.padEnd(34)} ${account.password}   ${getNote(account)}`.trimEnd())
    .join('\n')
  console.log(`
Breaking Barriers is running.

  the site           ${env['PUBLIC_ORIGIN']}
  the mailbox        http://localhost:${env['MAILBOX_PORT']}
  the API document   ${env['PUBLIC_ORIGIN']}/api/docs

Demo accounts
${accounts}

Ctrl-C stops everything; the data stays in ${env['DATA']} (npm run reset empties it).`)
}

let product: Product | undefined

/**
 * Until the product is ready, `product` is undefined. The services that have started end with this process.
 */
const stopAndExit = async (exitCode: number): Promise<void> => {
  await product?.stop()
  process.exit(exitCode)
}
onStop(() => void stopAndExit(0))

try {
  product = await startProduct(env)
  announce()
  await product.ended
} catch (error) {
  if (!(error instanceof EndedEarly)) console.error(error instanceof Error ? error.message : error)
}
await stopAndExit(1)
