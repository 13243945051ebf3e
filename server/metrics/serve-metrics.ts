import { createServer } from 'node:http'
import type { Meter } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { listen, stopListening } from '../../node/listen.ts'

type MetricsServer = { meter: Meter; port: number; stop: () => Promise<void> }

/** Time for a scrape in progress when the server stops, in ms. A scrape queries the database only briefly. */
const shutdownGrace = 3000

/**
 * Serves `GET /metrics` for Prometheus on a port of its own. The metrics identify nobody, but they are not
 * for the public. Throws `StartFailure` if the port is taken.
 */
export const serveMetrics = async (options: {
  port: number
  host: string | undefined
}): Promise<MetricsServer> => {
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
    await stopListening(server, shutdownGrace)
    await provider.shutdown()
  }
  return { meter: provider.getMeter('breaking-barriers'), port, stop }
}
