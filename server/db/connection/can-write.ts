import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import type { Database } from '../database.ts'
import { writeProbe } from '../schema.ts'

/** In ms. A load balancer probes every few seconds. */
const timeout = 2000

/** Time for which a result is cached, in ms. `/readyz` is public, so each request must not cause a write. */
const cacheTime = 1000

/** 64 KiB in pages of 8 KiB. PostgreSQL must allocate pages for them, which fails if the disk is full. */
const filler = Array.from({ length: 32 }, () => ({ filler: 'x'.repeat(1900) }))

const tryWrite = (db: Database): Promise<boolean> =>
  db
    .transaction(async (tx) => {
      await tx.insert(writeProbe).values(filler)
      tx.rollback()
    })
    .then(
      () => true,
      (error: unknown) => error instanceof TransactionRollbackError,
    )

/**
 * Checks whether the database accepts writes: it may be gone, a standby, read-only or out of space. One write
 * is tried at a time: each holds a connection until the database responds, and requests would lack it.
 */
export const createCanWrite = ({ db, now }: { db: Database; now: () => number }) => {
  let cached: { result: Promise<boolean>; until: number } | undefined
  let currentWrite: Promise<boolean> | undefined

  const shareWrite = () => {
    currentWrite ??= tryWrite(db).finally(() => {
      currentWrite = undefined
    })
    return currentWrite
  }

  return (): Promise<boolean> => {
    if (cached && now() < cached.until) return cached.result
    const result = Promise.race([shareWrite(), sleep(timeout, false, { ref: false })])
    cached = { result, until: now() + cacheTime }
    return result
  }
}
