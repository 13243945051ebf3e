import { randomUUID } from 'node:crypto'
import { loyalty } from '../../src/config/loyalty.ts'
import { callNames, productApi } from '../../src/contract/product-api.ts'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { isOutboxCall } from '../api/handler.ts'
import { createAuthenticators } from '../auth/authenticators.ts'
import { changeRole } from '../db/customers/role-changes.ts'
import { admins, certificateDocuments, certificates, endedSignIns, signOuts } from '../db/schema.ts'
import { createSampleBodies } from './sample-bodies.ts'
import { createSampleReport } from './sync-log/sample-report.ts'
import type { TestApp } from './start-test-app.ts'

/**
 * Creates a coach with a row in every table that can have one: sends everything that an app sends, from two
 * devices. The test of the data copy fails if a table stays empty.
 */
export const fillAccount = async (api: TestApp, customer = `customer-${randomUUID()}`) => {
  const { identity, database } = api
  const devices = { phone: randomUUID(), laptop: randomUUID() }
  const [phone, laptop] = [api.client(), api.client()]
  await phone.signIn(customer, { device: devices.phone })
  await laptop.signIn(customer, { device: devices.laptop })
  const samples = await createSampleBodies(identity, customer)
  const email = `${customer}@secret.example`
  await phone.post('/api/get-customer', { ...samples.getCustomer, email })

  const deliver = async (
    client: typeof phone,
    device: string,
    seq: number,
    name: 'saveAnswers' | 'events',
  ) => {
    const sent = { [headers.deviceSequence]: `${device}/${seq}` }
    const { status } = await client.deliver(productApi[name].path, samples[name], { headers: sent })
    if (status !== 200) throw new Error(`${name} was rejected with ${status}.`)
  }
  for (const name of callNames.filter(isOutboxCall)) await phone.deliver(productApi[name].path, samples[name])
  await deliver(phone, devices.phone, 1, 'saveAnswers')
  // These answers replace the phone's.
  await deliver(laptop, devices.laptop, 1, 'saveAnswers')
  await deliver(phone, devices.phone, 2, 'events')
  await phone.post('/api/sync-report', { ...createSampleReport(customer), device: devices.phone })
  const login = await phone.post('/api/loyalty/login', {
    DataSourceID: loyalty.sourceIds.en,
    Username: email,
    Password: 'right',
  })
  if (login.status !== 200) throw new Error(`The login was rejected with ${login.status}.`)
  const change = { changedAt: new Date(), former: 'coach', role: 'viewer', changedBy: null } as const
  await changeRole(database.db, { ...change, customerId: customer })
  await database.db.insert(admins).values({ customerId: customer })
  await createAuthenticators({ ...database, now: () => new Date() }).create(customer)
  const issuedAt = new Date()
  const certificate = { id: randomUUID(), customerId: customer, isFIFA: false, issuedAt }
  await database.db.insert(certificates).values({ ...certificate, courseId: 'training' })
  const content = { name: 'Ana Souza', title: 'Treino para todo mundo', locale: 'pt-BR', hours: 3 } as const
  const signature = { number: randomUUID(), keyId: '2026-01', signature: 'signed' }
  await database.db
    .insert(certificateDocuments)
    .values({ ...content, ...signature, customerId: customer, courseId: 'training', issuedAt })
  await database.db.insert(signOuts).values({ customerId: customer, notBefore: new Date(0) })
  const ended = { signedInAt: new Date(0), endedAt: new Date(0) }
  await database.db.insert(endedSignIns).values({ customerId: customer, ...ended })
  return { customer, email, devices, phone, laptop }
}
