import type { PoolState } from '../db/database.ts'
import { createMeasures, createNoMeasures, type Measures } from './measures.ts'
import { serveMetrics } from './serve-metrics.ts'
import { watchPool, watchWritable } from './watch-database.ts'
import { watchProcess } from './watch-process.ts'

type Options = {
  port: number | undefined
  host: string | undefined
  version: string
  /** Absent if the environment names no commit. */
  commit: string | undefined
}

export type Metrics = {
  measures: Measures
  port: number | undefined
  /** A second call replaces the check. */
  watchWritable: (canWrite: () => Promise<boolean>) => void
  watchPool: (pool: () => PoolState) => void
  stop: () => Promise<void>
}

/** Measures, and serves the metrics on a port of their own. Without a port nothing is measured. */
export const startMetrics = async ({ port, host, version, commit }: Options): Promise<Metrics> => {
  if (port === undefined) {
    const stop = async () => undefined
    const nobody = () => undefined
    return { measures: createNoMeasures(), port, watchWritable: nobody, watchPool: nobody, stop }
  }
  const served = await serveMetrics({ port, host })
  const unwatch = watchProcess(served.meter, { version, commit: commit ?? '' })
  return {
    measures: createMeasures(served.meter, version),
    port: served.port,
    watchWritable: watchWritable(served.meter),
    watchPool: (pool) => watchPool(served.meter, pool),
    stop: async () => {
      unwatch()
      await served.stop()
    },
  }
}
