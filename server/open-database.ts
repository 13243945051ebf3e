import type { OpenDatabase } from './db/database.ts'
import { openPglite } from './db/open-pglite.ts'
import { openPostgres, type Watch } from './db/open-postgres.ts'
import type { Log } from './http/log.ts'
import type { ServerEnv } from './server-env.ts'

/** The database that the environment names. */
export const openDatabase = (
  { databaseUrl, dataDir }: Pick<ServerEnv, 'databaseUrl' | 'dataDir'>,
  log: Pick<Log, 'error'>,
  onStatement: Watch['onStatement'] = () => undefined,
): Promise<OpenDatabase> =>
  databaseUrl === undefined
    ? openPglite(dataDir)
    : openPostgres(databaseUrl, {
        onLost: (error) => log.error('database connection lost', error),
        onStatement,
      })
