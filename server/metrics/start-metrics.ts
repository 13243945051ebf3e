import { createMeasures, createNoMeasures, type Measures } from './measures.ts'
import { serveMetrics } from './serve-metrics.ts'
import { watchDatabase, type WatchedDatabase } from './watch-database.ts'
import { watchProcess } from './watch-process.ts'

type Options = { port: number | undefined; host: string | undefined; version: string }

export type Metrics = {
  measures: Measures
  port: number | undefined
  watchDatabase: (database: WatchedDatabase) => void
  stop: () => Promise<void>
}

/** Measures and shows it on a port of its own; without one nothing is measured. */
export const startMetrics = async ({ port, host, version }: Options): Promise<Metrics> => {
  if (port === undefined) {
    const stop = async () => undefined
    return { measures: createNoMeasures(), port, watchDatabase: () => undefined, stop }
  }
  const served = await serveMetrics({ port, host })
  const unwatch = watchProcess(served.meter, version)
  return {
    measures: createMeasures(served.meter),
    port: served.port,
    watchDatabase: (database) => watchDatabase(served.meter, database),
    stop: async () => {
      unwatch()
      await served.stop()
    },
  }
}
