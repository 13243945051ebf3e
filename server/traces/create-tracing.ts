import { setTimeout as sleep } from 'node:timers/promises'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { MiddlewareHandler } from 'hono'
import type { Fetch } from '../auth/identity.ts'
import type { TraceDatabase } from '../db/connection/trace-waiting.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Log } from '../http/log.ts'
import { createExporter } from './create-exporter.ts'
import { createCurrentSpan } from './current-span.ts'
import { traceDatabase } from './trace-database.ts'
import { traceFetch } from './trace-fetch.ts'
import { traceRequests } from './trace-requests.ts'
import type { TracingSettings } from './tracing-env.ts'

export type TracingOptions = {
  settings: TracingSettings
  version: string
  log: Pick<Log, 'warn'>
  /** ms after which a batch is sent even if it is not full */
  delay?: number
}

export type Tracing = {
  requests: MiddlewareHandler<AppEnv>
  database: TraceDatabase
  fetch: Fetch
  /** Sends the remaining spans. They are lost if the collector does not accept them within 2 s. */
  stop: () => Promise<void>
}

/** ms */
const stopTimeout = 2000

/** Traces requests, and sends the spans in batches in the background. */
export const createTracing = ({ settings, version, log, delay = 5000 }: TracingOptions): Tracing => {
  const exporter = createExporter(settings, log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'breaking-barriers', 'service.version': version }),
    sampler: new TraceIdRatioBasedSampler(settings.share),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delay })],
  })
  const current = createCurrentSpan(provider.getTracer('breaking-barriers'))
  // The exporter has already logged a batch that it could not send.
  const flush = () => provider.shutdown().catch(() => undefined)
  return {
    requests: traceRequests(current),
    database: traceDatabase(current),
    fetch: traceFetch(current, fetch),
    stop: () => Promise.race([flush(), sleep(stopTimeout, undefined, { ref: false })]),
  }
}
