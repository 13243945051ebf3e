import { randomUUID } from 'node:crypto'
import { loyalty } from '../../src/config/loyalty.ts'
import type { BodyOf, CallName } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import type { AdminCall } from '../api/handler.ts'
import { createSampleAnswers } from './sample-answers.ts'
import { sampleHealth } from './sample-health.ts'
import { createSampleReport, sampleUploads, testDevice } from './sync-log/sample-report.ts'
import type { TestIdentity } from './test-identity.ts'

/** Calls of coaches with a body. */
export type PostCall = Exclude<CallName, AdminCall | 'csrfCookie' | 'receiptKeys' | 'verifyCertificate'>

type SampleBodies = { [N in PostCall]: BodyOf<N> }

/** A valid body for every call. A missing call does not compile. */
export const createSampleBodies = async (identity: TestIdentity, customer: string): Promise<SampleBodies> => {
  const mine = { customer_id: customer }
  const authToken = await identity.token(customer)
  const accessToken = await identity.token(customer, { use: 'access' })
  // A sign-in that is later than a `resetTokens` call just before it.
  const signedInAt = Math.floor(Date.now() / 1000) + 60
  const freshToken = await identity.token(customer, { use: 'access', signedInAt })
  const impact = { numberOfPeople: 30, youngFemale: 'half', sportType: 'volleyball' }
  return {
    login: { authToken, locale: 'pt-BR', device: randomUUID() },
    logout: {},
    mySignIns: mine,
    endSignIns: { ...mine, signed_in_at: ['2026-01-01T00:00:00.000Z'] },
    loyaltySignUp: {
      ClientID: loyalty.clientId,
      DataSourceID: loyalty.sourceIds.en,
      Username: 'coach@secret.example',
      FirstName: 'Ana',
      LastName: 'Silva',
      Emails: [
        { EmailAddress: 'coach@secret.example', ChannelCode: 'EMAIL', PreferredFlag: 'Y', Status: 'A' },
      ],
      Address: { Country: 'US' },
      UserAccount: { Username: 'coach@secret.example', ProfilePassword: 'right', AccountVerify: 'N' },
      CustomAttributes: { FIRST_NAME: 'Ana', LAST_NAME: 'Silva' },
    },
    loyaltyLogin: { DataSourceID: loyalty.sourceIds.en, Username: 'coach@secret.example', Password: 'right' },
    customers: {
      token: customer,
      organisation: 'Mx',
      workFrom: 'Recife',
      phone: '',
      job: 'Coach',
      partner: '-',
      mktChannel: 'friends',
      country: 'BR',
      language: 'PT',
      ...impact,
    },
    getCustomer: {
      token: customer,
      authToken,
      language: 'PT',
      country: 'BR',
      company: 'acme',
      email: 'coach@secret.example',
    },
    checkCustomer: { token: customer, country: 'BR', language: 'PT', accessToken },
    events: { ...mine, event_id: 1, value: 'sign-in' },
    saveEvents: { ...mine, event_id: 2, value: 'sign-up' },
    saveImpact: { ...mine, ...impact },
    getImpact: mine,
    saveAnswers: { ...mine, video_id: 'training-1', answers: createSampleAnswers('training-1') },
    getAnswers: { ...mine, video_id: 'training-1' },
    saveExtraAnswers: {
      ...mine,
      extra_module_id: 'training-extra',
      answers: createSampleAnswers('training-extra'),
    },
    getExtraAnswers: { ...mine, extra_module_id: 'training-extra' },
    checkSurvey: { ...mine, video_id: 'training-1' },
    statusSurvey: mine,
    saveProgress: { ...mine, module_id: 'training-1', watched: [[0, 12.5]], position: 12.5, read: false },
    saveModulesEvents: { ...mine, video_id: 'training-1', type: 'video', action: 'start' },
    checkCertificate: { ...mine, course_id: 'training', isFIFA: false },
    checkCertificate2: { ...mine, course_id: 'training' },
    checkFifaCertificate: { ...mine, course_id: 'football' },
    nameCertificate: { ...mine, course_id: 'training', name: 'Zoë Núñez', locale: 'pt-BR' },
    deliverEntries: {
      ...mine,
      entries: ['events', 'saveEvents'].map((call) => ({
        call,
        headers: { [headers.idempotencyKey]: randomUUID() },
        body: JSON.stringify({ ...mine, event_id: 1, value: 'sign-in' }),
      })),
    },
    newFields: { ...mine, fields: { shirt: 'M', favouriteDrill: 'rondo' } },
    tokenValidation: { accessToken },
    resetTokens: { accessToken },
    syncReport: createSampleReport(customer),
    syncUploads: { ...mine, device: testDevice, uploads: sampleUploads },
    erasedCustomers: { ...mine, customers: [testDevice] },
    appHealth: { ...mine, ...sampleHealth },
    hasEntry: { ...mine, key: randomUUID(), hash: '0'.repeat(64) },
    storageIdentity: { accessToken: identity.loyaltyToken(customer) },
    myData: mine,
    eraseAccount: { ...mine, accessToken: freshToken },
  }
}
