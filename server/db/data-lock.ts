import { join } from 'node:path'
import { takeLock } from '../../node/take-lock.ts'
import type { Result } from '../../src/lib/result.ts'

/**
 * Takes a directory for this process: two processes on one PGlite directory lose rows. A lock whose process has died is
 * taken over. Returns how to release it, or the pid that holds it.
 */
export const lockData = (directory: string): Result<() => void, { pid: number }> =>
  takeLock(join(directory, 'server.lock'))
