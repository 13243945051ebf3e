import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { Fetch } from '../auth/identity.ts'
import type { CurrentSpan } from './current-span.ts'

/** Traces calls to external services by host only: a path, a header or a body may identify a person. */
export const traceFetch =
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
