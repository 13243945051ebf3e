/** `npm run reset` deletes the data that the product stored on this machine. Fails while the product runs. */

import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { lockDirectory } from '../node/lock-directory.ts'
import { getErrorMessage } from '../node/operator-error.ts'
import { loadEnvironment } from './product/environment.ts'
import { root } from './product/processes.ts'

loadEnvironment()
const directories = ['DATA_DIR', 'SANDBOX_DATA'].map((name) => resolve(root, process.env[name] ?? ''))

try {
  directories.forEach(lockDirectory)
  for (const directory of directories) {
    await rm(directory, { recursive: true, force: true })
    console.log(`${directory} is empty.`)
  }
} catch (error) {
  console.error(`The reset failed: ${getErrorMessage(error)}`)
  process.exit(1)
}
