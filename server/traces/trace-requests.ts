import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { usualMethod } from '../http/usual-method.ts'
import type { CurrentSpan } from './current-span.ts'

/** Not traced: they arrive every few seconds and carry no information. */
const health: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Traces a share of the requests until their response begins. */
export const traceRequests =
  ({ startRoot, run }: CurrentSpan): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    if (health.has(http.req.path)) return next()
    const method = usualMethod(http.req.method)
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
      'error.type': http.get('refused'),
      'product.request.id': http.get('requestId'),
    })
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    span.end()
  }
