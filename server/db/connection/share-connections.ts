import type { Pool, PoolClient } from 'pg'
import { unwrapDatabaseError } from './database-away.ts'

/** How long the pool asks the database for no more connections. */
const pauseMs = 10_000

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/** Whether the database refused a connection because it has none left. */
const isOutOfConnections = (error: unknown): boolean => {
  const cause = unwrapDatabaseError(error)
  return cause instanceof Error && 'code' in cause && cause.code === '53300'
}

/**
 * Shares the pool's connections if the database has no connection left. A caller whose new connection is
 * refused then waits for an existing one, and the pool opens no new connections for a while.
 */
export const shareConnections = (pool: Pool): Pool => {
  const { options } = pool
  const configuredMax = options.max
  const connectOnce: () => Promise<PoolClient> = pool.connect.bind(pool)
  let timer: NodeJS.Timeout | undefined

  const stopGrowing = () => {
    options.max = Math.min(options.max, pool.totalCount)
    timer ??= setTimeout(() => {
      options.max = configuredMax
      timer = undefined
    }, pauseMs).unref()
  }

  const connectOrWait = async (): Promise<PoolClient> => {
    const deadline = performance.now() + (options.connectionTimeoutMillis ?? 0)
    for (;;) {
      try {
        return await connectOnce()
      } catch (error) {
        // When several callers ask at once, the pool may try again before it learns of the first refusal.
        if (!isOutOfConnections(error) || pool.totalCount === 0 || performance.now() > deadline) throw error
        stopGrowing()
      }
    }
  }

  // `pool.query` calls this function with a callback, for a single statement.
  const connect = (onConnected?: Callback): Promise<PoolClient> | undefined => {
    const connection = connectOrWait()
    if (!onConnected) return connection
    connection.then(
      (client) => onConnected(undefined, client, () => client.release()),
      (error: Error) => onConnected(error, undefined, () => undefined),
    )
    return undefined
  }
  return Object.assign(pool, { connect })
}
