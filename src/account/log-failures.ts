import type { Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'

type Work = Promise<Result<unknown, { code: string }> | undefined | void>

/** Waits for work that must not make its caller fail. Failures are only logged. */
export const logFailures = async (log: Log, message: string, ...work: Work[]): Promise<void> => {
  for (const done of await Promise.allSettled(work)) {
    if (done.status === 'rejected') log.error(message, { error: String(done.reason) })
    else if (done.value?.ok === false) log.error(message, { code: done.value.error.code })
  }
}
