import { onStop } from '../product/processes.ts'
import type { TestPostgres } from './test-postgres.ts'

/**
 * Runs `work` with a PostgreSQL and stops PostgreSQL afterwards. Also stops PostgreSQL when this script has
 * to end: PostgreSQL is a separate process and would keep running. When `signal` is aborted, `work` must not
 * start anything new.
 */
export const withPostgres = async (
  start: () => Promise<TestPostgres>,
  work: (postgres: TestPostgres, signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  const controller = new AbortController()
  const stop = async (): Promise<void> => {
    const postgres = await startedPostgres
    if ('stop' in postgres) await postgres.stop()
  }
  onStop(() => {
    controller.abort()
    void stop().finally(() => process.exit(1))
  })
  // Starts only after `onStop`, so that a signal during the start also stops PostgreSQL.
  const startedPostgres = start()
  try {
    await work(await startedPostgres, controller.signal)
  } finally {
    // After a signal, the handler above stops PostgreSQL and ends this script. This promise never resolves,
    // so that nothing after this call runs.
    if (controller.signal.aborted) await new Promise(() => {})
    await stop()
  }
}
