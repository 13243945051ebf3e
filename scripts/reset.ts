import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { lockDirectory } from '../sandbox/shared/directory-lock.ts'
import { lockData } from '../server/db/data-lock.ts'
import { loadEnvironment } from './environment.ts'
import { root } from './processes.ts'

/** Empties what the embedded product stored on this machine, and nothing else, unless it is running. */
loadEnvironment()
const product = resolve(root, process.env['DATA_DIR'] ?? '')
const sandbox = resolve(root, process.env['SANDBOX_DATA'] ?? '')

try {
  await lockDirectory(sandbox)
  await mkdir(product, { recursive: true })
  const locked = lockData(product)
  if (!locked.ok) throw new Error(`${product} is in use by process ${locked.error.pid}; stop it first`)
  for (const directory of [product, sandbox]) {
    await rm(directory, { recursive: true, force: true })
    console.log(`${directory} is empty.`)
  }
} catch (error) {
  console.error(`Nothing was removed: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
