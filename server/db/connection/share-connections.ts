import type { Pool, PoolClient } from 'pg'
import { databaseError } from './database-away.ts'

/** ms after which the database is asked for more connections again */
const pause = 10_000

type Callback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

const isRefused = (error: unknown): boolean => {
  const refusal = databaseError(error)
  return refusal instanceof Error && 'code' in refusal && refusal.code === '53300'
}

/**
 * Where the database refuses another connection because it has no more of them, those that the pool has are shared: who asked
 * for a new one waits for one of these, and for a while nobody asks for more.
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
        // Of several that ask at once the pool may ask for more before it hears of the first refusal.
        if (!isRefused(error) || pool.totalCount === 0 || performance.now() > end) throw error
        shrink()
      }
    }
  }

  // The pool itself asks with a callback, for a single statement.
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
