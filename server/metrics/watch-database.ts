import type { Meter } from '@opentelemetry/api'
import type { PoolState } from '../db/database.ts'

export type WatchedDatabase = {
  /** Absent with PGlite, which has no connections. */
  pool?: (() => PoolState) | undefined
  canWrite: () => Promise<boolean>
}

/** Has the pool measured at each reading, and whether the database takes what is written. */
export const watchDatabase = (meter: Meter, { pool, canWrite }: WatchedDatabase): void => {
  meter
    .createObservableGauge('product.database.writable', {
      description: '1 where the database takes what is written, else 0.',
    })
    .addCallback(async (result) => result.observe((await canWrite()) ? 1 : 0))
  if (!pool) return

  meter
    .createObservableGauge('db.client.connection.count', { description: 'Connections by state.' })
    .addCallback((result) => {
      const { used, idle } = pool()
      result.observe(used, { state: 'used' })
      result.observe(idle, { state: 'idle' })
    })
  meter
    .createObservableGauge('db.client.connection.max', { description: 'Connections that there may be.' })
    .addCallback((result) => result.observe(pool().most))
  meter
    .createObservableGauge('db.client.connection.pending_requests', {
      description: 'Requests that wait for a connection.',
    })
    .addCallback((result) => result.observe(pool().waiting))
}
