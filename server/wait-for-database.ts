import { setTimeout as sleep } from 'node:timers/promises'
import { awayReason } from './db/connection/database-away.ts'
import type { Log } from './http/log.ts'

/** ms between two tries: longer than a migration waits for a table, so that requests get through. */
const pause = 5000
/** ms between two warnings */
const silence = 60_000

type Waiting = {
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
  { log, onAway, signal }: Waiting,
): Promise<T> => {
  let warned: number | undefined
  for (;;) {
    try {
      return await open()
    } catch (error) {
      const reason = awayReason(error)
      if (reason === undefined) throw error
      if (warned === undefined) onAway()
      const now = performance.now()
      if (warned === undefined || now - warned >= silence) {
        warned = now
        log.warn('the start waits for the database', { reason })
      }
    }
    await sleep(pause, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}
