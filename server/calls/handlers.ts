import type { Cookies } from '../auth/cookies.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { StorageIdentities } from '../auth/storage-identities.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../http/log.ts'
import { createAnswerCalls } from './answer-calls.ts'
import type { Handlers } from './call.ts'
import { createCertificateCalls } from './certificate-calls.ts'
import { createCustomerCalls } from './customer-calls.ts'
import { createCustomers } from './customers.ts'
import { eventCalls } from './event-calls.ts'
import { createExportCall } from './export-call.ts'
import { fieldCalls } from './field-calls.ts'
import { createImpactCalls } from './impact-calls.ts'
import { createSessionCalls } from './session-calls.ts'
import { createStorageCalls } from './storage-calls.ts'
import { createTokenCalls } from './token-calls.ts'

export type HandlerDeps = {
  db: Database
  identity: IdentityTokens
  storageIdentities: StorageIdentities
  sessions: Sessions
  cookies: Cookies
  log: Log
  now: () => Date
}

/** The handler of every call, from the files of the resources. */
export const createHandlers = (deps: HandlerDeps): Handlers => {
  const customers = createCustomers(deps)
  const { csrfCookie, login, logout } = createSessionCalls({ ...deps, customers })
  const { register, getCustomer, checkCustomer } = createCustomerCalls({ ...deps, customers })
  const { saveImpact, getImpact } = createImpactCalls(deps)
  const answers = createAnswerCalls(deps)
  const { getAnswers, getExtraAnswers, checkSurvey, statusSurvey } = answers
  const certificates = createCertificateCalls(deps)
  return {
    open: {
      csrfCookie,
      login,
      logout,
      getCustomer,
      checkCustomer,
      ...createTokenCalls(deps),
      ...createStorageCalls(deps),
    },
    asked: {
      getImpact,
      getAnswers,
      getExtraAnswers,
      checkSurvey,
      statusSurvey,
      checkCertificate2: certificates.checkCertificate2,
    },
    outbox: {
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
    },
    admin: { export: createExportCall(deps).exportAnswers },
  }
}
