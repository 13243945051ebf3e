import { setTimeout as sleep } from 'node:timers/promises'
import { TransactionRollbackError } from 'drizzle-orm/errors'
import type { Database } from '../database.ts'
import { writeProbe } from '../schema.ts'

/** Short, because a load balancer probes every few seconds. */
const timeoutMs = 2000

/** How long a result is cached. `/readyz` is public, so not every request may cause a write. */
const cacheTimeMs = 1000

/** 64 KiB of rows. PostgreSQL must allocate pages for them, which fails if the disk is full. */
const fillerRows = Array.from({ length: 32 }, () => ({ filler: 'x'.repeat(1900) }))

/** Writes rows and rolls back. Resolves to false if the write fails. */
const tryWrite = (db: Database): Promise<boolean> =>
  db
    .transaction(async (tx) => {
      await tx.insert(writeProbe).values(fillerRows)
      tx.rollback()
    })
    .then(
      () => true,
      // `rollback` throws this error, so the write itself has succeeded.
      (error: unknown) => error instanceof TransactionRollbackError,
    )

/**
 * Checks whether the database accepts writes. It may be gone, a standby, read-only or out of space. Only one
 * write is tried at a time. It holds a connection until the database responds, so several writes could leave
 * no connection for requests.
 */
export const createCanWrite = ({ db, now }: { db: Database; now: () => number }) => {
  /** `until` is in ms since the epoch. */
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
    // If the database does not respond in time, the result is false. The write goes on; later checks share
    // it.
    const result = Promise.race([shareWrite(), sleep(timeoutMs, false, { ref: false })])
    cached = { result, until: now() + cacheTimeMs }
    return result
  }
}
