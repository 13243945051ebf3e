import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { TraceDatabase } from '../db/connection/trace-waiting.ts'
import type { CurrentSpan } from './current-span.ts'

/** Characters of a statement that are enough to find it. It has placeholders instead of values. */
const longest = 200

/** Traces statements and waits for a connection, as children of the request's span. */
export const traceDatabase = ({ startChild, bind }: CurrentSpan): TraceDatabase => ({
  statement: (sql) => {
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, longest) }
    const span = startChild(/^\w*/.exec(sql)?.[0] || 'statement', { kind: SpanKind.CLIENT, attributes })
    return (outcome) => {
      if (outcome === 'failed') span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    }
  },
  waiting: () => {
    const span = startChild('wait for a connection', {})
    return () => span?.end()
  },
  bind,
})
