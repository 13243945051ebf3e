import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError, getErrorMessage } from './operator-error.ts'
import { takeLock } from './take-lock.ts'

/** Takes the lock of a directory. Creates the directory if it does not exist. */
const takeLockIn = (directory: string) => {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
    return takeLock(join(directory, 'server.lock'))
  } catch (error) {
    throw new OperatorError(`The data directory ${directory} cannot be written: ${getErrorMessage(error)}`)
  }
}

/**
 * Makes this process the only writer of a directory until the returned function is called. Throws
 * `OperatorError` if another process holds the lock. Takes over the lock of a dead process.
 */
export const lockDirectory = (directory: string): (() => void) => {
  const lock = takeLockIn(directory)
  if (lock.ok) return lock.value
  const { pid } = lock.error
  throw new OperatorError(`The data directory ${directory} is in use by process ${pid}; stop it first.`)
}
