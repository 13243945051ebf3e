import type { Pool, PoolClient } from 'pg'
import { databaseError } from './database-away.ts'

/** ms after which the pool asks the database for more connections again. */
const pause = 10_000

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

const isRefused = (error: unknown): boolean => {
  const refusal = databaseError(error)
  return refusal instanceof Error && 'code' in refusal && refusal.code === '53300'
}

/**
 * Shares the pool's connections if the database refuses another because it has none left. A caller that asked
 * for a new connection then waits for an existing one, and for a while the pool opens no more.
 */
export const shareConnections = (pool: Pool): Pool => {
  const { options } = pool
  const most = options.max
  const take: () => Promise<PoolClient> = pool.connect.bind(pool)
  let timer: NodeJS.Timeout | undefined

  const shrink = () => {
    options.max = Math.min(options.max, pool.totalCount)
    timer ??= setTimeout(() => {
      options.max = most
      timer = undefined
    }, pause).unref()
  }

  const takeOrWait = async (): Promise<PoolClient> => {
    const end = performance.now() + (options.connectionTimeoutMillis ?? 0)
    for (;;) {
      try {
        return await take()
      } catch (error) {
        // When several callers ask at once, the pool may try again before it learns of the first refusal.
        if (!isRefused(error) || pool.totalCount === 0 || performance.now() > end) throw error
        shrink()
      }
    }
  }

  // For a single statement, the pool itself passes a callback.
  const connect = (receive?: Callback): Promise<PoolClient> | undefined => {
    const taken = takeOrWait()
    if (!receive) return taken
    taken.then(
      (client) => receive(undefined, client, () => client.release()),
      (error: Error) => receive(error, undefined, () => undefined),
    )
    return undefined
  }
  return Object.assign(pool, { connect })
}
