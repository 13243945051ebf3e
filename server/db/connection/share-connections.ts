import type { Pool, PoolClient } from 'pg'
import { unwrapDatabaseError } from './database-unavailable.ts'

/** How long the pool opens no new connections after PostgreSQL has rejected one. */
const pauseMs = 10_000

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/** PostgreSQL's code for a connection that it rejects because of `max_connections`. */
const tooManyConnectionsCode = '53300'

const isOutOfConnections = (error: unknown): boolean => {
  const cause = unwrapDatabaseError(error)
  return cause instanceof Error && 'code' in cause && cause.code === tooManyConnectionsCode
}

/**
 * Makes a pool share its connections if the database has no connection left. On its own, a pool throws an
 * error if the new connection of a caller is rejected. Here, that caller waits for an existing connection,
 * and the pool opens no new ones for a while.
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

  /** Connects. If PostgreSQL has no connection left, waits for one in use, within the pool's time limit. */
  const connectOrWait = async (): Promise<PoolClient> => {
    const deadline = performance.now() + (options.connectionTimeoutMillis ?? 0)
    for (;;) {
      try {
        return await connectOnce()
      } catch (error) {
        const canWait = pool.totalCount > 0 && performance.now() <= deadline
        if (!isOutOfConnections(error) || !canWait) throw error
        // The next try waits for an existing connection. It may be rejected too if another caller made the
        // pool open a connection before this error.
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
