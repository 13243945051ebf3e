import { randomUUID } from 'node:crypto'
import { desc, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { epochs } from '../schema.ts'

/*
 * The server numbers the deliveries that it stores. A restored database has lost the latest numbers and
 * assigns them again. So the server starts a new *epoch* when the database is restored or moved: a number is
 * unique only within its epoch. Receipts contain both.
 */

const findLastEpoch = async (db: Database) => {
  const [lastEpoch] = await db.select().from(epochs).orderBy(desc(epochs.number)).limit(1)
  return lastEpoch
}

/** The id of the current epoch, as part of another statement. */
export const currentEpochId = sql<
  string | null
>`(select ${epochs.id} from ${epochs} order by ${epochs.number} desc limit 1)`

/** `location` identifies the database in which the epoch starts (`readPostgresLocation`). */
type NewEpoch = { number: number; location: string; startedAt: Date }

/** Stores a new epoch. If several instances of the server start the same epoch, the first one sets its id. */
const startEpoch = (db: Database, { number, location, startedAt }: NewEpoch) =>
  db
    .insert(epochs)
    .values({ number, id: randomUUID(), place: location, beganAt: startedAt })
    .onConflictDoNothing()

/**
 * Identifies where PostgreSQL keeps these tables. A restored dump gives the table another oid; a recovery to
 * an earlier time or a standby that takes over has another timeline; another cluster has another system
 * identifier. Aurora does not expose its timeline (`wal_level must be set to 'logical'`), but there a
 * recovery creates other machines, with other addresses.
 */
export const readPostgresLocation = async (db: Database): Promise<string> => {
  const table = sql`'epochs'::regclass::oid`
  // The name of a file of the write-ahead log begins with the timeline.
  const timeline = sql`left(pg_walfile_name(pg_current_wal_lsn()), 8)`
  const selectLocation = async (location: SQL<string>, source: SQL) =>
    (await db.select({ location }).from(source))[0]?.location ?? ''
  try {
    return await selectLocation(
      sql`concat_ws(' ', system_identifier, ${timeline}, ${table})`,
      sql`pg_control_system()`,
    )
  } catch {
    // Aurora rejected the query. If the connection failed instead, the next query fails, too.
    return selectLocation(sql`concat_ws(' ', host(address), ${table})`, sql`inet_server_addr() as address`)
  }
}

/**
 * Starts an epoch if there is none, or if the location of the database differs from that of the last epoch.
 * Returns true if it differs, which means that the database was restored or moved.
 */
export const ensureEpoch = async (db: Database, location: string, now: Date): Promise<boolean> => {
  const lastEpoch = await findLastEpoch(db)
  if (lastEpoch?.place === location) return false
  await startEpoch(db, { number: (lastEpoch?.number ?? 0) + 1, location, startedAt: now })
  return lastEpoch !== undefined
}

/**
 * Ends the epoch of an entry that the database has lost, if that epoch is still the current one. Resolves to
 * the current epoch, which another transaction may have started.
 */
export const endEpoch = async (tx: Database, epochId: string, now: Date): Promise<string | null> => {
  const lastEpoch = await findLastEpoch(tx)
  if (lastEpoch?.id !== epochId) return lastEpoch?.id ?? null
  await startEpoch(tx, { number: lastEpoch.number + 1, location: lastEpoch.place, startedAt: now })
  return (await findLastEpoch(tx))?.id ?? null
}
