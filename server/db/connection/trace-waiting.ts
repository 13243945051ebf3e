import type { Pool } from 'pg'
import type { TraceStatement } from './time-statements.ts'

/** Traces the database work of requests. */
export type TraceDatabase = {
  traceStatement: TraceStatement
  /** Called when a wait for a connection starts. The returned function is called when it ends. */
  traceWait: () => () => void
  /** Binds a callback to the current request, even if the callback is later called by another request. */
  bind: <Args extends unknown[]>(callback: (...args: Args) => void) => (...args: Args) => void
}

/**
 * Traces the wait for a connection if none is idle. The pool runs callbacks inside the request that released
 * the connection, so each callback is bound to its own request.
 */
export const traceWaiting = (pool: Pool, { traceWait, bind }: TraceDatabase): void => {
  const connect = pool.connect.bind(pool)
  type Callback = Parameters<typeof connect>[0]
  const connectTraced = (callback?: Callback) => {
    // Callers that already wait are served first. This one gets a connection at once only if one is left.
    const hasConnectionLeft = pool.idleCount > pool.waitingCount
    const endWait = hasConnectionLeft ? () => undefined : traceWait()
    if (!callback) return connect().finally(endWait)
    return connect(
      bind((...args: Parameters<Callback>) => {
        endWait()
        callback(...args)
      }),
    )
  }
  Object.assign(pool, { connect: connectTraced })
}
