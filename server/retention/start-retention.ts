import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { Measures } from '../metrics/measures.ts'
import { deleteExpired } from './delete-expired.ts'
import type { RetentionDays } from './retention-rules.ts'

/** Time from the start to the first run. Long enough for the load of a release to pass. */
const firstRunDelayMs = 5 * 60_000
/** Time between two runs. */
const intervalMs = 6 * 3_600_000

type Deps = {
  db: Database
  log: Pick<Log, 'info' | 'error'>
  measures: Pick<Measures, 'expired' | 'retentionRun'>
  days: RetentionDays
  now: () => Date
  /** Time from the start to the first run, in ms. */
  delay?: number | undefined
}

/**
 * Deletes expired rows once after `delay`, and every six hours from then on. Returns a function that stops
 * the runs and waits for a run in progress.
 */
export const startRetention = ({ db, log, measures, days, now, delay = firstRunDelayMs }: Deps) => {
  const abortController = new AbortController()
  const { signal } = abortController

  const runOnce = async () => {
    let rowCount = 0
    const onDeleted = (expired: { table: string; rows: number }) => {
      rowCount += expired.rows
      measures.expired(expired)
    }
    try {
      const isDone = await deleteExpired({ db, now, days, onDeleted, signal })
      // Not done if another instance of the server was deleting, or if this one stops.
      measures.retentionRun(isDone ? 'done' : 'left')
      if (rowCount > 0) log.info('rows whose time is over were deleted', { rows: rowCount })
    } catch (error) {
      measures.retentionRun('failed')
      log.error('rows whose time is over could not be deleted', error)
    }
  }

  const runRepeatedly = async () => {
    await sleep(delay, undefined, { signal, ref: false })
    while (!signal.aborted) {
      await runOnce()
      await sleep(intervalMs, undefined, { signal, ref: false })
    }
  }
  // Only `sleep` can throw, when the signal ends it. That is not an error.
  const runPromise = runRepeatedly().catch(() => undefined)
  return async (): Promise<void> => {
    abortController.abort()
    await runPromise
  }
}
