import type { Result } from '../lib/result.ts'
import type { Log } from '../platform/log.ts'

type LoggedWork = Promise<Result<unknown, { code: string }> | undefined | void>

/** Waits for work that must not make its caller fail. Failures are only logged. */
export const logFailures = async (log: Log, message: string, ...work: LoggedWork[]): Promise<void> => {
  for (const outcome of await Promise.allSettled(work)) {
    if (outcome.status === 'rejected') log.error(message, { error: String(outcome.reason) })
    else if (outcome.value?.ok === false) log.error(message, { code: outcome.value.error.code })
  }
}
