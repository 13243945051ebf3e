import { createServer } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Meter } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { listen, stopListening } from '../../node/listen.ts'
import type { PoolState } from '../db/database.ts'
import { createMeasures, createNoMeasures, type Measures } from './measures.ts'

/*
 * Prometheus fetches the metrics every few seconds (a *scrape*). Counters and histograms contain what has
 * happened until the scrape. The gauges in this file are measured at each scrape.
 */

type MetricsServer = { meter: Meter; port: number; stop: () => Promise<void> }

/** How long a stopping server waits for a scrape, which queries the database only briefly. */
const shutdownGraceMs = 3000

/**
 * Serves `GET /metrics` for Prometheus on a separate port, because the metrics are not for the public,
 * although they identify nobody. Throws `OperatorError` if the port is taken.
 */
const serveMetrics = async (options: { port: number; host: string | undefined }): Promise<MetricsServer> => {
  const exporter = new PrometheusExporter({
    preventServerStart: true,
    withoutScopeInfo: true,
    withoutTargetInfo: true,
  })
  const provider = new MeterProvider({ readers: [exporter] })
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/metrics')
      return exporter.getMetricsRequestHandler(request, response)
    return response.writeHead(404).end()
  })
  const port = await listen(server, { ...options, variable: 'METRICS_PORT' })
  const stop = async () => {
    await stopListening(server, shutdownGraceMs)
    await provider.shutdown()
  }
  return { meter: provider.getMeter('breaking-barriers'), port, stop }
}

const secondsPerNanosecond = 1e-9
const microsecondsPerSecond = 1e6

/** Measures memory, processor time and event loop delay. Returns a function that stops measuring. */
const watchProcess = (meter: Meter, release: { version: string; commit: string }): (() => void) => {
  meter
    .createObservableGauge('product.build.info', { description: 'Always 1; version and commit are labels.' })
    .addCallback((result) => result.observe(1, release))

  meter
    .createObservableGauge('process.memory.usage.bytes', {
      description: 'Memory of the process: all of it (`rss`), and the JavaScript heap (`heap`).',
      unit: 'By',
    })
    .addCallback((result) => {
      const { rss, heapUsed } = process.memoryUsage()
      result.observe(rss, { type: 'rss' })
      result.observe(heapUsed, { type: 'heap' })
    })

  meter
    .createObservableCounter('process.cpu.seconds', { description: 'Processor time used.', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / microsecondsPerSecond)
    })

  meter
    .createObservableGauge('process.uptime.seconds', {
      description: 'Time since the process started.',
      unit: 's',
    })
    .addCallback((result) => result.observe(process.uptime()))

  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  meter
    .createObservableGauge('nodejs.eventloop.delay.seconds', {
      description: 'Delay of the event loop since the previous reading.',
      unit: 's',
    })
    .addCallback((result) => {
      result.observe(delay.percentile(50) * secondsPerNanosecond, { quantile: 'p50' })
      result.observe(delay.percentile(99) * secondsPerNanosecond, { quantile: 'p99' })
      result.observe(delay.max * secondsPerNanosecond, { quantile: 'max' })
      delay.reset()
    })
  return () => delay.disable()
}

type CanWrite = () => Promise<boolean>

/** Measures whether the database accepts writes. Returns a function that sets the check (`canWrite`). */
const watchWritable = (meter: Meter): ((canWrite: CanWrite) => void) => {
  let currentCanWrite: CanWrite | undefined
  meter
    .createObservableGauge('product.database.writable', {
      description: '1 if the database accepts writes, otherwise 0.',
    })
    .addCallback(async (result) => {
      if (currentCanWrite) result.observe((await currentCanWrite()) ? 1 : 0)
    })
  return (canWrite) => {
    currentCanWrite = canWrite
  }
}

/** Measures the connections of the pool. */
const watchPool = (meter: Meter, getPoolState: () => PoolState): void => {
  meter
    .createObservableGauge('db.client.connection.count', { description: 'Connections by state.' })
    .addCallback((result) => {
      const { used, idle } = getPoolState()
      result.observe(used, { state: 'used' })
      result.observe(idle, { state: 'idle' })
    })
  meter
    .createObservableGauge('db.client.connection.max', { description: 'Maximum number of connections.' })
    .addCallback((result) => result.observe(getPoolState().max))
  meter
    .createObservableGauge('db.client.connection.pending_requests', {
      description: 'Requests that wait for a connection.',
    })
    .addCallback((result) => result.observe(getPoolState().waiting))
}

type Options = {
  port: number | undefined
  host: string | undefined
  version: string
  /** Absent if the environment does not name a commit. */
  commit: string | undefined
}

export type Metrics = {
  measures: Measures
  /** The port for Prometheus, or undefined if nothing is measured. */
  port: number | undefined
  /** Sets the check of whether the database accepts writes. A second call replaces it. */
  watchWritable: (canWrite: CanWrite) => void
  watchPool: (getPoolState: () => PoolState) => void
  stop: () => Promise<void>
}

/** Starts to measure, and serves the metrics on a separate port. Without a port nothing is measured. */
export const startMetrics = async ({ port, host, version, commit }: Options): Promise<Metrics> => {
  if (port === undefined) {
    const ignore = () => undefined
    return {
      measures: createNoMeasures(),
      port,
      watchWritable: ignore,
      watchPool: ignore,
      stop: async () => undefined,
    }
  }
  const server = await serveMetrics({ port, host })
  const stopWatching = watchProcess(server.meter, { version, commit: commit ?? '' })
  return {
    measures: createMeasures(server.meter, version),
    port: server.port,
    watchWritable: watchWritable(server.meter),
    watchPool: (getPoolState) => watchPool(server.meter, getPoolState),
    stop: async () => {
      stopWatching()
      await server.stop()
    },
  }
}
