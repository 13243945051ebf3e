import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { takeLock } from '../../node/take-lock.ts'

/**
 * Makes this process the only one that writes into a directory, until the returned function is called. Fails with one
 * clear line where another process has it; the lock of a process that is gone is taken over.
 */
export const lockDirectory = async (directory: string): Promise<() => Promise<void>> => {
  const path = join(directory, 'lock.json')
  const locked = await mkdir(directory, { recursive: true })
    .then(() => takeLock(path))
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new Error(`cannot write to ${directory}: ${reason}`, { cause: error })
    })
  if (!locked.ok) {
    throw new Error(
      `${directory} is in use by process ${locked.error.pid}; stop it first (its lock is ${path})`,
    )
  }
  return async () => locked.value()
}
