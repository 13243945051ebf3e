import { setTimeout as sleep } from 'node:timers/promises'
import { awayReason } from './db/connection/database-away.ts'
import type { Log } from './http/log.ts'

/**
 * Pause between two tries, in ms. It is longer than a migration blocks a table while it waits for it, so that
 * requests get through.
 */
const retryPause = 5000
/** Time between two warnings, in ms. */
const warningInterval = 60_000

type WaitOptions = {
  log: Pick<Log, 'warn'>
  /** Called once, when the wait begins. */
  onAway: () => void
  signal: AbortSignal
}

/**
 * Retries opening the database until it is available: it may start after this server, restart or fail over.
 * Throws at once if a retry cannot help, or with the signal's reason when the signal ends the wait.
 */
export const waitForDatabase = async <T>(
  open: () => Promise<T>,
  { log, onAway, signal }: WaitOptions,
): Promise<T> => {
  let warnedAt: number | undefined
  for (;;) {
    try {
      return await open()
    } catch (error) {
      const reason = awayReason(error)
      if (reason === undefined) throw error
      if (warnedAt === undefined) onAway()
      const now = performance.now()
      if (warnedAt === undefined || now - warnedAt >= warningInterval) {
        warnedAt = now
        log.warn('the start waits for the database', { reason })
      }
    }
    await sleep(retryPause, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}
