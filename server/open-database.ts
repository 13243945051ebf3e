import { inArray } from 'drizzle-orm'
import { getErrorMessage, OperatorError } from '../node/operator-error.ts'
import { unwrapDatabaseError } from './db/connection/database-unavailable.ts'
import { openPglite } from './db/connection/open-pglite.ts'
import { openPostgres, type DatabaseCallbacks } from './db/connection/open-postgres.ts'
import { eraseRestored } from './db/customers/erase-customer.ts'
import type { OpenDatabase } from './db/database.ts'
import { customers } from './db/schema.ts'
import { ensureEpoch } from './db/restore/epochs.ts'
import type { Log } from './http/log.ts'
import type { Measures } from './metrics/measures.ts'
import type { ServerEnv } from './server-env.ts'
import type { Tracing } from './traces/create-tracing.ts'

type DatabaseEnv = Pick<ServerEnv, 'databaseUrl' | 'databaseOwner' | 'dataDir' | 'databaseLimits'>

/** Opens PostgreSQL if there is a URL of a database, else the embedded PGlite. */
export const openDatabase = (
  { databaseUrl, databaseOwner: owner, dataDir, databaseLimits }: DatabaseEnv,
  log: Pick<Log, 'error'>,
  { onStatement = () => undefined, trace }: Partial<Omit<DatabaseCallbacks, 'onLost'>> = {},
): Promise<OpenDatabase> => {
  if (databaseUrl === undefined) return openPglite(dataDir)
  const onLost = (error: Error) => log.error('database connection lost', error)
  return openPostgres(databaseUrl, { onLost, onStatement, trace }, { ...databaseLimits, owner })
}

type PrepareDeps = {
  env: ServerEnv
  log: Log
  measures: Pick<Measures, 'statement'>
  tracing: Tracing | undefined
  now: () => Date
}

/** Opens the database and makes the changes that must precede the first request. */
export const prepareDatabase = async (deps: PrepareDeps): Promise<OpenDatabase> => {
  const { env, log, measures, tracing, now } = deps
  const callbacks = { onStatement: measures.statement, trace: tracing?.database }
  const database = await openDatabase(env, log, callbacks)
  const { db, location, close } = database
  try {
    const hasMoved = await ensureEpoch(db, location, now())
    if (hasMoved) log.warn('the database lies in another place: a restored one counts its receipts anew')
    const restoredCount = await eraseRestored(db, now)
    if (restoredCount > 0) {
      log.warn('accounts that a backup brought back were erased again', { restored: restoredCount })
    }
    if (env.admins.length > 0 && (await db.$count(customers, inArray(customers.id, env.admins))) === 0) {
      log.warn('ADMINS names nobody who has an account')
    }
    return database
  } catch (error) {
    await close()
    const reason = unwrapDatabaseError(error)
    if (reason === error) throw error
    // `waitForDatabase` decides by the cause whether a retry can help.
    throw new OperatorError(`The database cannot be used: ${getErrorMessage(reason)}`, { cause: error })
  }
}
