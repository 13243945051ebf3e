import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { Log } from '../http/log.ts'
import type { TracingSettings } from './tracing-env.ts'

/**
 * Time limit for a batch and its retries. It is short, because a collector is close to the server. Spans that
 * the collector does not accept are dropped.
 */
const timeoutMillis = 2000

/** Time between two warnings. */
const warningIntervalMs = 60_000

/** Returns the reason of a failure as the exporter states it, without any text from the collector. */
const getReason = (error: Error): string | number => {
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' || typeof code === 'number' ? code : error.message
}

/** Sends spans to the collector. Warns at most once a minute if the collector does not accept them. */
export const createExporter = (
  { url, headers }: TracingSettings,
  log: Pick<Log, 'warn'>,
  now: () => number = () => performance.now(),
): SpanExporter => {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis })
  let nextWarningAt = 0
  const warn = (error: Error) => {
    if (now() < nextWarningAt) return
    nextWarningAt = now() + warningIntervalMs
    log.warn('traces cannot be sent', { reason: getReason(error) })
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) warn(result.error)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
  }
}
