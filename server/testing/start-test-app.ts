import { createApp, type AppSettings } from '../app.ts'
import { defaultLimits } from '../db/connection/open-postgres.ts'
import { createIdentityTokens, type IdentityTokens } from '../auth/identity-tokens.ts'
import { createLoyaltyVendor } from '../auth/loyalty-vendor.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'
import type { OpenDatabase } from '../db/database.ts'
import { ensureEpoch } from '../db/restore/epochs.ts'
import { createCanWrite } from '../db/connection/can-write.ts'
import { createLog } from '../http/log.ts'
import { createNoMeasures } from '../metrics/measures.ts'
import { createTestClient } from './test-client.ts'
import { borrowTestDatabase } from './database/test-database.ts'
import { testVendor } from './test-env.ts'
import { startTestIdentity, type TestIdentity } from './test-identity.ts'

type TestAppOptions = {
  settings?: Partial<AppSettings>
  identityTokens?: IdentityTokens
  storageIdentities?: StorageIdentities
  /** In ms since the epoch. Stands still unless the test moves it. */
  clock?: { now: number }
}

/** A whole product API for one test file, with its own database and user pools that sign tokens. */
export const startTestApp = async (kind: OpenDatabase['kind'] = 'PGlite', open = borrowTestDatabase) => {
  const [database, identity] = await Promise.all([open(kind), startTestIdentity()])
  await ensureEpoch(database.db, database.location, new Date())
  return { ...bindApp(database, identity), database, identity, stop: () => stopAll(database, identity) }
}

const stopAll = async (database: OpenDatabase, identity: TestIdentity) => {
  identity.stop()
  await database.close()
}

const bindApp = (database: OpenDatabase, identity: TestIdentity) => {
  const logLines: string[] = []

  /** Another app on the same database: an instance behind the load balancer, or the same one restarted. */
  const createInstance = (options: TestAppOptions = {}) => {
    const { clock } = options
    const now = () => (clock ? new Date(clock.now) : new Date())
    const log = createLog({ level: 'debug', write: (line) => void logLines.push(line), now })
    const app = createApp({
      db: database.db,
      identity: options.identityTokens ?? createIdentityTokens(identity.env),
      vendor: createLoyaltyVendor({
        url: identity.env.loyaltyUrl,
        credential: testVendor,
        fetch: (url, init) => fetch(url, init),
      }),
      storageIdentities: options.storageIdentities ?? {
        getOpenIdToken: async (customer) => ({ identityId: `us-east-1:${customer}`, token: 'vouched' }),
      },
      log,
      measures: createNoMeasures(),
      now,
      isStopping: () => false,
      canWrite: createCanWrite({ db: database.db, now: () => now().getTime() }),
      settings: {
        services: identity.env,
        staticDir: 'no-such-folder',
        publicOrigin: undefined,
        maintenanceUntil: undefined,
        proxies: 0,
        databaseLimits: defaultLimits,
        limits: { requests: 100_000, logins: 100_000, copies: 100_000 },
        admins: [],
        version: '0.0.0-test',
        ...options.settings,
      },
    })
    return { app, client: () => createTestClient(app, identity) }
  }

  return { ...createInstance(), createInstance, logLines }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
