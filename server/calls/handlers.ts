import type { Cookies } from '../auth/cookies.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import type { ReceiptKeys } from '../receipts/receipt-keys.ts'
import { createAnswerCalls } from './answer-calls.ts'
import type { Handlers } from './call.ts'
import { createCarryOut, type CarryOut } from './carry-out.ts'
import { createCertificateCalls } from './certificate-calls.ts'
import { createCustomerCalls } from './customer-calls.ts'
import { createCustomers } from './customers.ts'
import type { Deliver } from './deliver.ts'
import { eventCalls } from './event-calls.ts'
import { createExportCall } from './export-call.ts'
import { fieldCalls } from './field-calls.ts'
import { createImpactCalls } from './impact-calls.ts'
import { createReceiptCalls } from './receipt-calls.ts'
import { createRescueCall } from './rescue-call.ts'
import { createSessionCalls } from './session-calls.ts'
import { createStorageCalls } from './storage-calls.ts'
import { createSyncAdminCalls } from './sync-admin-calls.ts'
import { createSyncExportCall } from './sync-export-call.ts'
import { createSyncReportCall } from './sync-report-call.ts'
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
