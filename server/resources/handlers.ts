import { createDeliverEntries } from '../api/deliver-entries.ts'
import { createDeliver } from '../api/deliver.ts'
import type { Handlers } from '../api/handler.ts'
import type { ReceiptKeys } from '../api/sign-receipt.ts'
import { createWriteEntries } from '../api/write-entries.ts'
import type { Cookies } from '../auth/cookies.ts'
import type { Authenticators } from '../auth/authenticators.ts'
import type { DeviceSecrets } from '../auth/device-secrets.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { LoyaltyVendor } from '../auth/loyalty-vendor.ts'
import type { Roles } from '../auth/roles.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { Measures } from '../metrics/measures.ts'
import { createCertificates } from './certificates/certificates.ts'
import { createCustomerStore } from './customer-store.ts'
import { createCustomers } from './customers.ts'
import { createDevices } from './devices/devices.ts'
import { createDevicesOverview } from './devices/overview.ts'
import { createSyncReport } from './devices/sync-report.ts'
import { eventHandlers } from './events.ts'
import { createAppHealthOverview } from './health/app-health-overview.ts'
import { createAppHealth } from './health/app-health.ts'
import { createImpact } from './impact.ts'
import { storeModuleChanges } from './learning/store-module-changes.ts'
import { createLoyalty } from './loyalty.ts'
import { createEraseAccount } from './personal-data/erase-account.ts'
import { createMyData } from './personal-data/my-data.ts'
import { createProgrammeExport } from './programme/export-programme.ts'
import { createProgramme } from './programme/programme.ts'
import { createProgress } from './progress/progress.ts'
import { createReceipts } from './receipts.ts'
import { createRescue } from './rescue.ts'
import { createRoleCalls } from './roles.ts'
import { createSecondFactor } from './second-factor.ts'
import { createSession } from './session.ts'
import { createOwnSignIns } from './sign-ins.ts'
import { createAnswersExport } from './surveys/export-answers.ts'
import { createSurveys } from './surveys/surveys.ts'

type Deps = {
  db: Database
  signIns: SignIns
  identity: IdentityTokens
  authenticators: Authenticators
  /** Signs coaches up and in at the loyalty provider. */
  vendor: LoyaltyVendor
  storageIdentities: StorageIdentities
  roles: Roles
  sessions: Sessions
  cookies: Cookies
  deviceSecrets: DeviceSecrets
  keys: ReceiptKeys
  /** Takes one call from a customer's allowance. Returns 0, or the time until one is available, in s. */
  takeAllowance: (customerId: string) => number
  log: Log
  measures: Measures
  now: () => Date
}

/** Creates the handler of every call, and the functions that deliver outbox entries. */
export const createHandlers = (baseDeps: Deps) => {
  const deps = { ...baseDeps, customerStore: createCustomerStore(baseDeps) }
  // All handlers but that of rescue files. It delivers the entries of such a file to these handlers, so it is
  // created after them.
  const handlersWithoutRescue = {
    ...createSession(deps),
    ...createSecondFactor(deps),
    ...createRoleCalls(deps),
    ...createOwnSignIns(deps),
    ...createLoyalty(deps),
    ...createCustomers(deps),
    ...createReceipts(deps),
    ...eventHandlers,
    ...createImpact(deps),
    ...createSurveys(deps),
    ...createProgress(deps),
    ...createAnswersExport(deps),
    ...createCertificates(deps),
    ...createSyncReport(deps),
    ...createAppHealth(deps),
    ...createAppHealthOverview(deps),
    ...createDevices(deps),
    ...createDevicesOverview(deps),
    ...createProgramme(deps),
    ...createProgrammeExport(deps),
    ...createMyData(deps),
    ...createEraseAccount(deps),
  }
  // `storeModuleChanges` is passed in, because files in `api` must not import from `resources`.
  const writeEntries = createWriteEntries({ ...deps, storeModuleChanges })
  const deliver = createDeliver({ ...deps, handlers: handlersWithoutRescue, writeEntries })
  const { deliverEntry, deliverEntries } = createDeliverEntries({ ...deps, deliver })
  const handlers: Handlers = { ...handlersWithoutRescue, ...createRescue({ ...deps, deliverEntry }) }
  return { handlers, deliverEntry, deliverEntries }
}
