import type { Meter } from '@opentelemetry/api'
import type { PoolState } from '../db/database.ts'

type CanWrite = () => Promise<boolean>

/** Measures at each scrape whether the database accepts writes, with the last check that was passed. */
export const watchWritable = (meter: Meter): ((canWrite: CanWrite) => void) => {
  let ask: CanWrite | undefined
  meter
    .createObservableGauge('product.database.writable', {
      description: '1 where the database takes what is written, else 0.',
    })
    .addCallback(async (result) => {
      if (ask) result.observe((await ask()) ? 1 : 0)
    })
  return (canWrite) => {
    ask = canWrite
  }
}

/** Measures the pool at each scrape. */
export const watchPool = (meter: Meter, pool: () => PoolState): void => {
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
