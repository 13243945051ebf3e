import { onStop } from '../product/processes.ts'
import type { TestPostgres } from './test-postgres.ts'

/**
 * Does some work with a PostgreSQL that ends with it, and also when this script is told to stop: PostgreSQL is a
 * process of its own that would go on for ever. `stopped` says that the work should begin nothing more.
 */
export const withPostgres = async (
  start: () => Promise<TestPostgres>,
  work: (postgres: TestPostgres, stopped: AbortSignal) => Promise<void>,
): Promise<void> => {
  const stopping = new AbortController()
  const stop = async (): Promise<void> => {
    const postgres = await starting
    if ('stop' in postgres) await postgres.stop()
  }
  onStop(() => {
    stopping.abort()
    void stop().finally(() => process.exit(1))
  })
  // Only now: what is told to stop while it starts must know what to end.
  const starting = start()
  try {
    await work(await starting, stopping.signal)
  } finally {
    // Told to stop, what is above ends PostgreSQL and this script; nothing that follows the work may run.
    if (stopping.signal.aborted) await new Promise(() => {})
    await stop()
  }
}
