import type { OpenDatabase } from './db/database.ts'
import { openPglite } from './db/connection/open-pglite.ts'
import { openPostgres, type Watch } from './db/connection/open-postgres.ts'
import type { Log } from './http/log.ts'
import type { ServerEnv } from './server-env.ts'

export const openDatabase = (
  {
    databaseUrl,
    databaseOwner: owner,
    dataDir,
    databaseLimits,
  }: Pick<ServerEnv, 'databaseUrl' | 'databaseOwner' | 'dataDir' | 'databaseLimits'>,
  log: Pick<Log, 'error'>,
  { onStatement = () => undefined, trace }: Partial<Omit<Watch, 'onLost'>> = {},
): Promise<OpenDatabase> =>
  databaseUrl === undefined
    ? openPglite(dataDir)
    : openPostgres(
        databaseUrl,
        { onLost: (error) => log.error('database connection lost', error), onStatement, trace },
        { ...databaseLimits, owner },
      )
