import type { Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'

type Work = Promise<Result<unknown, { code: string }> | undefined | void>

/** Waits for work that must not make its caller fail: what fails is told to the log. */
export const settle = async (log: Log, failure: string, ...work: Work[]): Promise<void> => {
  for (const done of await Promise.allSettled(work)) {
    if (done.status === 'rejected') log.error(failure, { error: String(done.reason) })
    else if (done.value?.ok === false) log.error(failure, { code: done.value.error.code })
  }
}
