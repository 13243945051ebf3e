import { setTimeout as sleep } from 'node:timers/promises'
import { getUnavailableReason } from './db/connection/database-unavailable.ts'
import type { Log } from './http/log.ts'

/**
 * Pause between two tries. It is longer than a waiting migration blocks a table (`lockTimeout` in
 * `migrate-postgres.ts`), so that requests get through in between.
 */
const retryPauseMs = 5000
/** Time between two warnings. */
const warningIntervalMs = 60_000

type WaitOptions = {
  log: Pick<Log, 'warn'>
  /** Called once, when the database turns out to be unavailable. */
  onUnavailable: () => void
  signal: AbortSignal
}

/**
 * Opens the database, and tries again until it is available. It may start after this server, restart or fail
 * over. Throws immediately if another try cannot help. Throws the signal's reason when the signal ends the
 * wait.
 */
export const waitForDatabase = async <T>(
  open: () => Promise<T>,
  { log, onUnavailable, signal }: WaitOptions,
): Promise<T> => {
  let warnedAt: number | undefined
  for (;;) {
    try {
      return await open()
    } catch (error) {
      const reason = getUnavailableReason(error)
      if (reason === undefined) throw error
      if (warnedAt === undefined) onUnavailable()
      const now = performance.now()
      if (warnedAt === undefined || now - warnedAt >= warningIntervalMs) {
        warnedAt = now
        log.warn('the start waits for the database', { reason })
      }
    }
    // If the signal ends the pause, `throwIfAborted` throws its reason.
    await sleep(retryPauseMs, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}
