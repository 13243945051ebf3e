import type { Pool } from 'pg'
import type { TraceStatement } from './time-statements.ts'

/** Has traced what requests do at the database. */
export type TraceDatabase = {
  statement: TraceStatement
  /** A wait for a connection begins; what it returns is called at the end. */
  waiting: () => () => void
  /** Has a callback belong to the request of now, whoever calls it. */
  bind: <Args extends unknown[]>(callback: (...args: Args) => void) => (...args: Args) => void
}

/**
 * Has the wait for a connection traced where none is idle. The pool calls back from within whatever request gave the
 * connection back, so a callback is bound to its own.
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
