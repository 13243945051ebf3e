import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure, messageOf } from './start-failure.ts'
import { takeLock } from './take-lock.ts'

const lockIn = (directory: string) => {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
    return takeLock(join(directory, 'server.lock'))
  } catch (error) {
    throw new StartFailure(`The data directory ${directory} cannot be written: ${messageOf(error)}`)
  }
}

/**
 * Makes this process the only writer of a directory until the returned function is called. Throws
 * `StartFailure` if another process holds the lock. Takes over the lock of a dead process.
 */
export const lockDirectory = (directory: string): (() => void) => {
  const locked = lockIn(directory)
  if (locked.ok) return locked.value
  const { pid } = locked.error
  throw new StartFailure(`The data directory ${directory} is in use by process ${pid}; stop it first.`)
}
