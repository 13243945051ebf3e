import { createServer } from 'node:http'
import type { Meter } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { listen, stopListening } from '../../node/listen.ts'

type MetricsServer = { meter: Meter; port: number; stop: () => Promise<void> }

/** How long a stopping server waits for a scrape, which queries the database only briefly. */
const shutdownGraceMs = 3000

/**
 * Serves `GET /metrics` for Prometheus on a separate port, because the metrics are not for the public,
 * although they identify nobody. Throws `StartFailure` if the port is taken.
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
    await stopListening(server, shutdownGraceMs)
    await provider.shutdown()
  }
  return { meter: provider.getMeter('breaking-barriers'), port, stop }
}
