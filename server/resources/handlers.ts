import type { Cookies } from '../auth/cookies.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { ReceiptKeys } from '../api/receipt-keys.ts'
import { createAnswerCalls } from './surveys/surveys.ts'
import type { Handlers } from '../api/handler.ts'
import { createCarryOut, type CarryOut } from '../api/carry-out.ts'
import { createCertificateCalls } from './certificates.ts'
import { createCustomerCalls } from './customers.ts'
import { createCustomers } from './customer-store.ts'
import type { Deliver } from '../api/deliver.ts'
import { eventCalls } from './events.ts'
import { createExportCall } from './surveys/export-answers.ts'
import { fieldCalls } from './custom-fields.ts'
import { createImpactCalls } from './impact.ts'
import { createReceiptCalls } from './receipts.ts'
import { createRescueCall } from './rescue.ts'
import { createSessionCalls } from './session.ts'
import { createStorageCalls } from './storage.ts'
import { createSyncAdminCalls } from './sync/devices.ts'
import { createSyncExportCall } from './sync/export-devices.ts'
import { createSyncReportCall } from './sync/report.ts'
import { createTokenCalls } from './token-calls.ts'

export type HandlerDeps = {
  db: Database
  identity: IdentityTokens
  storageIdentities: StorageIdentities
  sessions: Sessions
  cookies: Cookies
  keys: ReceiptKeys
  deliver: Deliver
  log: Log
  now: () => Date
}

/** The handler of every call, from the files of the resources, and the way by which outbox entries are written. */
export const createHandlers = (deps: HandlerDeps): { handlers: Handlers; carryOut: CarryOut } => {
  const customers = createCustomers(deps)
  const { csrfCookie, login, logout } = createSessionCalls({ ...deps, customers })
  const { register, getCustomer, checkCustomer } = createCustomerCalls({ ...deps, customers })
  const { saveImpact, getImpact } = createImpactCalls(deps)
  const answers = createAnswerCalls(deps)
  const { getAnswers, getExtraAnswers, checkSurvey, statusSurvey } = answers
  const certificates = createCertificateCalls(deps)
  const outbox: Handlers['outbox'] = {
    customers: register,
    events: eventCalls.record,
    saveEvents: eventCalls.record,
    saveModulesEvents: eventCalls.recordModule,
    saveImpact,
    saveAnswers: answers.saveAnswers,
    saveExtraAnswers: answers.saveExtraAnswers,
    checkCertificate: certificates.checkCertificate,
    checkFifaCertificate: certificates.checkFifaCertificate,
    newFields: fieldCalls.newFields,
  }
  const carryOut = createCarryOut({ handlers: outbox, deliver: deps.deliver })
  const handlers: Handlers = {
    open: {
      csrfCookie,
      login,
      logout,
      getCustomer,
      checkCustomer,
      ...createTokenCalls(deps),
      ...createStorageCalls(deps),
      ...createReceiptCalls(deps),
    },
    asked: {
      getImpact,
      getAnswers,
      getExtraAnswers,
      checkSurvey,
      statusSurvey,
      checkCertificate2: certificates.checkCertificate2,
      ...createSyncReportCall(deps),
    },
    outbox,
    admin: {
      export: createExportCall(deps).exportAnswers,
      ...createSyncAdminCalls(deps),
      ...createSyncExportCall(deps),
      ...createRescueCall({ ...deps, customers, carryOut }),
    },
  }
  return { handlers, carryOut }
}
