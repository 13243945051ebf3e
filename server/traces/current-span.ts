import { AsyncLocalStorage } from 'node:async_hooks'
import {
  ROOT_CONTEXT,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type Tracer,
} from '@opentelemetry/api'

/** The span of the current request, for its child spans. */
export const createCurrentSpan = (tracer: Tracer) => {
  const current = new AsyncLocalStorage<Context | undefined>()
  return {
    /** Begins a span without a parent. Ignores a parent that the sender names. */
    startRoot: (name: string, options: SpanOptions): Span => tracer.startSpan(name, options, ROOT_CONTEXT),
    run: <T>(span: Span, work: () => T): T => current.run(trace.setSpan(ROOT_CONTEXT, span), work),
    /** Begins a child of the request's span. Undefined if the request is not traced. */
    startChild: (name: string, options: SpanOptions): Span | undefined => {
      const parent = current.getStore()
      return parent && tracer.startSpan(name, options, parent)
    },
    /** Binds a callback to the current request, whichever request calls it. */
    bind: <Args extends unknown[]>(callback: (...args: Args) => void) => {
      const context = current.getStore()
      return (...args: Args) => current.run(context, callback, ...args)
    },
  }
}

export type CurrentSpan = ReturnType<typeof createCurrentSpan>
