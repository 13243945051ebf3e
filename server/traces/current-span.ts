import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api'

/** The span of the request at work, for what happens below it. */
export const createCurrentSpan = (tracer: Tracer) => {
  const current = new AsyncLocalStorage<Context | undefined>()
  return {
    /** Begins a span that has nothing above it: what a sender says of theirs is not taken. */
    startRoot: (name: string, options: SpanOptions): Span => tracer.startSpan(name, options, ROOT_CONTEXT),
    run: <T>(span: Span, work: () => T): T => current.run(trace.setSpan(ROOT_CONTEXT, span), work),
    /** Begins a span below that of the request; undefined where none is traced. */
    startChild: (name: string, options: SpanOptions): Span | undefined => {
      const parent = current.getStore()
      return parent && tracer.startSpan(name, options, parent)
    },
    /** Has a callback belong to the request of now, whoever calls it. */
    bind: <Args extends unknown[]>(callback: (...args: Args) => void) => {
      const context = current.getStore()
      return (...args: Args) => current.run(context, callback, ...args)
    },
  }
}

export type CurrentSpan = ReturnType<typeof createCurrentSpan>
