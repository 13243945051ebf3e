import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace'
import type { MiddlewareHandler } from 'hono'
import type { Fetch } from '../auth/identity.ts'
import type { TraceDatabase } from '../db/connection/trace-waiting.ts'
import type { AppEnv } from '../http/app-env.ts'
import type { Log } from '../http/log.ts'
import { getMethodLabel } from '../http/method-label.ts'
import { createExporter } from './create-exporter.ts'
import type { TracingSettings } from './tracing-env.ts'

/** Tracks the span of the current request, so that other code can add child spans. */
export const createCurrentSpan = (tracer: Tracer) => {
  const currentContext = new AsyncLocalStorage<Context | undefined>()
  return {
    /** Starts a span without a parent, even if the client sent the id of a parent with the request. */
    startRoot: (name: string, options: SpanOptions): Span => tracer.startSpan(name, options, ROOT_CONTEXT),
    /** Runs `work` with this span as the span of the current request. */
    run: <T>(span: Span, work: () => T): T => currentContext.run(trace.setSpan(ROOT_CONTEXT, span), work),
    /** Starts a child of the request's span. Returns undefined if the request is not traced. */
    startChild: (name: string, options: SpanOptions): Span | undefined => {
      const parent = currentContext.getStore()
      return parent && tracer.startSpan(name, options, parent)
    },
    /** Binds a callback to the current request, even if the callback is later called by another request. */
    bind: <Args extends unknown[]>(callback: (...args: Args) => void) => {
      const context = currentContext.getStore()
      return (...args: Args) => currentContext.run(context, callback, ...args)
    },
  }
}

type CurrentSpan = ReturnType<typeof createCurrentSpan>

/**
 * Requests to these paths are not traced, because they arrive every few seconds and show nothing of interest.
 */
const healthPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Traces the share of the requests that the sampler chooses, until their response starts. */
const traceRequests =
  ({ startRoot, run }: CurrentSpan): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    if (healthPaths.has(http.req.path)) return next()
    const method = getMethodLabel(http.req.method)
    const span = startRoot(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method } })
    if (!span.isRecording()) return next()
    http.set('traceId', span.spanContext().traceId)
    await run(span, next)

    const { status } = http.res
    const route = http.get('route') ?? 'none'
    span.updateName(`${method} ${route}`)
    span.setAttributes({
      'http.route': route,
      'http.response.status_code': status,
      'error.type': http.get('errorCode'),
      'product.request.id': http.get('requestId'),
    })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }

/**
 * Traces calls to external services. Records only the host: a path, a header or a body may identify the user.
 */
const traceFetch =
  ({ startChild }: CurrentSpan, send: Fetch): Fetch =>
  async (url, init) => {
    const method = init.method ?? 'GET'
    const { host } = new URL(url)
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = startChild(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes })
    try {
      const response = await send(url, init)
      span?.setAttribute('http.response.status_code', response.status)
      if (response.status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      return response
    } catch (error) {
      span?.setStatus({ code: SpanStatusCode.ERROR })
      if (error instanceof Error) span?.setAttribute('error.type', error.name)
      throw error
    } finally {
      span?.end()
    }
  }

/** In characters: enough to recognise a statement, which contains placeholders instead of values. */
const maxStatementLength = 200

/** Traces statements and waits for a connection, as children of the request's span. */
export const traceDatabase = ({ startChild, bind }: CurrentSpan): TraceDatabase => ({
  traceStatement: (sql) => {
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, maxStatementLength) }
    // The first word, such as `select`.
    const keyword = /^\w*/.exec(sql)?.[0] || 'statement'
    const span = startChild(keyword, { kind: SpanKind.CLIENT, attributes })
    return (outcome) => {
      if (outcome === 'failed') span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    }
  },
  traceWait: () => {
    const span = startChild('wait for a connection', {})
    return () => span?.end()
  },
  bind,
})

export type TracingOptions = {
  settings: TracingSettings
  version: string
  log: Pick<Log, 'warn'>
  /** Time after which a batch is sent even if it is not full, in ms. */
  delay?: number
}

export type Tracing = {
  /** Traces the requests to the server. */
  requests: MiddlewareHandler<AppEnv>
  /** Traces what the database does for a request. */
  database: TraceDatabase
  /** `fetch` for external services, which traces each call. */
  fetch: Fetch
  /** Sends the remaining spans. They are lost if the collector does not accept them within 2 s. */
  stop: () => Promise<void>
}

const stopTimeoutMs = 2000

/** Creates the tracing of requests. Spans are sent in batches in the background. */
export const createTracing = ({ settings, version, log, delay = 5000 }: TracingOptions): Tracing => {
  const exporter = createExporter(settings, log)
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'breaking-barriers', 'service.version': version }),
    sampler: new TraceIdRatioBasedSampler(settings.share),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: delay })],
  })
  const currentSpan = createCurrentSpan(provider.getTracer('breaking-barriers'))
  // The exporter has already logged a batch that it could not send.
  const sendRemainingSpans = () => provider.shutdown().catch(() => undefined)
  return {
    requests: traceRequests(currentSpan),
    database: traceDatabase(currentSpan),
    fetch: traceFetch(currentSpan, fetch),
    // A collector that does not respond must not delay the stop of the server.
    stop: () => Promise.race([sendRemainingSpans(), sleep(stopTimeoutMs, undefined, { ref: false })]),
  }
}
