import { randomUUID } from 'node:crypto'
import { desc, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { epochs } from '../schema.ts'

const lastEpoch = async (db: Database) => {
  const [last] = await db.select().from(epochs).orderBy(desc(epochs.number)).limit(1)
  return last
}

/** The id of the epoch in force, as part of another statement. */
export const epochInForce = sql<
  string | null
>`(select ${epochs.id} from ${epochs} order by ${epochs.number} desc limit 1)`

type Beginning = { number: number; place: string; at: Date }

/** Of copies that begin the same one, the first one decides what it is. */
const begin = (db: Database, { number, place, at }: Beginning) =>
  db.insert(epochs).values({ number, id: randomUUID(), place, beganAt: at }).onConflictDoNothing()

/**
 * Where PostgreSQL keeps these tables. A dump that is restored gives the table another oid, a recovery to an earlier time and
 * a standby that takes over another timeline, and another cluster has another system identifier. Aurora refuses to say its
 * timeline (`wal_level must be set to 'logical'`): there a recovery makes other machines, which have other addresses.
 */
export const postgresPlace = async (db: Database): Promise<string> => {
  const table = sql`'epochs'::regclass::oid`
  const timeline = sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`
  const read = async (place: SQL<string>, from: SQL) =>
    (await db.select({ place }).from(from))[0]?.place ?? ''
  try {
    return await read(sql`concat_ws(' ', system_identifier, ${timeline}, ${table})`, sql`pg_control_system()`)
  } catch {
    // Where it is the connection that failed, this fails as well.
    return read(sql`concat_ws(' ', host(address), ${table})`, sql`inet_server_addr() as address`)
  }
}

/** Begins an epoch where the database lies in another place than the last one began in; true when it did. */
export const ensureEpoch = async (db: Database, place: string, at: Date): Promise<boolean> => {
  const last = await lastEpoch(db)
  if (last?.place === place) return false
  await begin(db, { number: (last?.number ?? 0) + 1, place, at })
  return last !== undefined
}

/**
 * Ends an epoch in which an entry was accepted that the database does not have any more. Returns the epoch in force; another
 * transaction may have begun it.
 */
export const endEpoch = async (tx: Database, ended: string, at: Date): Promise<string | null> => {
  const last = await lastEpoch(tx)
  if (last?.id !== ended) return last?.id ?? null
  await begin(tx, { number: last.number + 1, place: last.place, at })
  return (await lastEpoch(tx))?.id ?? null
}
