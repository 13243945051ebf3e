import { createServer } from 'node:http'
import type { Meter } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { listen, stopListening } from '../../node/listen.ts'

type ServedMetrics = { meter: Meter; port: number; stop: () => Promise<void> }

/** ms; a reading asks the database for a moment at most */
const grace = 3000

/**
 * Listens on a port of its own, for Prometheus alone: `GET /metrics`. What it says names nobody, and is still nothing for
 * the public. Throws `StartFailure` where the port is taken.
 */
export const serveMetrics = async (place: {
  port: number
  host: string | undefined
}): Promise<ServedMetrics> => {
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
  const port = await listen(server, { ...place, variable: 'METRICS_PORT' })
  const stop = async () => {
    await stopListening(server, grace)
    await provider.shutdown()
  }
  return { meter: provider.getMeter('breaking-barriers'), port, stop }
}
