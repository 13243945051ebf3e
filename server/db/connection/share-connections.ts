import type { Pool, PoolClient } from 'pg'
import { unwrapDatabaseError } from './database-away.ts'

/** Time after which the pool asks the database for more connections again, in ms. */
const pause = 10_000

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/** Whether the database refused a connection because it has none left. */
const isOutOfConnections = (error: unknown): boolean => {
  const cause = unwrapDatabaseError(error)
  return cause instanceof Error && 'code' in cause && cause.code === '53300'
}

/**
 * Shares the pool's connections if the database refuses another because it has none left. A caller that asked
 * for a new connection then waits for an existing one, and for a while the pool opens no more.
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
    }, pause).unref()
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

  // The pool itself passes a callback for a single statement.
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
