import type { Pool } from 'pg'
import type { TraceStatement } from './time-statements.ts'

/** Traces the database work of requests. */
export type TraceDatabase = {
  statement: TraceStatement
  /** Called when a wait for a connection begins. The returned function is called when it ends. */
  waiting: () => () => void
  /** Binds a callback to the current request, whichever request calls it. */
  bind: <Args extends unknown[]>(callback: (...args: Args) => void) => (...args: Args) => void
}

/**
 * Traces the wait for a connection if none is idle. The pool runs callbacks inside the request that released
 * the connection, so each callback is bound to its own request.
 */
export const traceWaiting = (pool: Pool, { waiting, bind }: TraceDatabase): void => {
  const connect = pool.connect.bind(pool)
  type Connected = Parameters<typeof connect>[0]
  const traced = (callback?: Connected) => {
    const ended = pool.idleCount > pool.waitingCount ? () => undefined : waiting()
    if (!callback) return connect().finally(ended)
    return connect(
      bind((...args: Parameters<Connected>) => {
        ended()
        callback(...args)
      }),
    )
  }
  Object.assign(pool, { connect: traced })
}
