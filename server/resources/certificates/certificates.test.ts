import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses } from '../../../src/config/courses.ts'
import { isCertificateNumber } from '../../../src/contract/certificate-number.ts'
import { createCertificateText } from '../../../src/contract/product-api/certificate.ts'
import { formatWithOffset } from '../../../src/lib/time/zoned-time.ts'
import { certificateDocuments, certificates } from '../../db/schema.ts'
import { answerSurvey, completeModule, finishModule } from '../../testing/complete-module.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

const modules = ['football-1', 'football-2', 'football-3', 'football-4', 'football-5', 'football-extra']

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const signedIn = async () => {
    const coach = api.client()
    const customer = await coach.signIn()
    const football = { customer_id: customer, course_id: 'football' }
    const request = async (headers: Record<string, string> = {}) =>
      (await coach.deliver('/api/check-fifa-certificate', football, { headers })).body
    const name = async (name: string, locale = 'es-AR') =>
      (await coach.deliver('/api/name-certificate', { ...football, name, locale })).body
    const complete = async () => {
      for (const id of modules) await completeModule(coach, customer, id)
    }
    return { coach, customer, football, request, name, complete }
  }

  const verifyNumber = async (number: string) =>
    (await api.client().get(`/api/verify-certificate?number=${number}`)).body

  test.each(courses)('issues the certificate of $id when the last module is complete', async (course) => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer, course_id: course.id }
    const request = () => coach.deliver('/api/check-certificate', { ...mine, isFIFA: course.isFIFA })
    const missing = course.modules.map(({ id }) => id)
    while (missing.length > 0) {
      expect((await request()).body).toMatchObject({ certificate: null, missing })
      await completeModule(coach, customer, missing.shift() ?? '')
    }
    expect((await coach.post('/api/check-certificate2', mine)).body).toEqual({ certificate: null, missing })
    const issued = await request()
    expect(issued.body).toMatchObject({
      missing: [],
      certificate: { course_id: course.id, isFIFA: course.isFIFA },
    })
    const { certificate } = issued.body
    expect((await request()).body.certificate).toEqual(certificate)
    expect((await coach.post('/api/check-certificate2', mine)).body.certificate).toEqual(certificate)
  })

  test('issues no certificate for answers without the film, or for the film without answers', async () => {
    const { coach, customer, request } = await signedIn()
    for (const id of ['football-3', 'football-4', 'football-5', 'football-extra'])
      await completeModule(coach, customer, id)
    await answerSurvey(coach, customer, 'football-1')
    await finishModule(coach, customer, 'football-2')
    expect((await request()).missing).toEqual(['football-1', 'football-2'])
    await finishModule(coach, customer, 'football-1')
    expect((await request()).missing).toEqual(['football-2'])
    await answerSurvey(coach, customer, 'football-2')
    expect((await request()).certificate).toMatchObject({ course_id: 'football' })
  })

  test('issues one certificate under one number for many simultaneous requests', async () => {
    const { request, name, complete } = await signedIn()
    await complete()
    await name('Ana Souza')
    const answers = await Promise.all(Array.from({ length: 10 }, () => request()))
    const ids = new Set(answers.map(({ certificate }) => certificate.certificate_id))
    const numbers = new Set(answers.map(({ certificate }) => certificate.document.number))
    expect([ids.size, numbers.size]).toEqual([1, 1])
  })

  test("issues no certificate for another coach's work", async () => {
    const [one, two] = await Promise.all([signedIn(), signedIn()])
    await one.complete()
    expect((await two.request()).missing).toEqual(modules)
  })

  test('freezes the text of a certificate, and signs it with a published key', async () => {
    const { request, name, complete } = await signedIn()
    await name(' Zoë Núñez ')
    await complete()
    const { certificate } = await request()
    const { document } = certificate
    expect(document).toMatchObject({
      name: 'Zoë Núñez',
      course_id: 'football',
      title: 'Fútbol para todo el mundo',
      locale: 'es-AR',
      hours: 4,
      issued_at: certificate.issued_at,
    })
    expect(isCertificateNumber(document.number)).toBe(true)
    const { keys } = (await api.client().get('/api/receipt-keys')).body
    const x = keys.find(({ key_id }: { key_id: string }) => key_id === document.key_id).public_key
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    const isSigned = (said: typeof document) =>
      verify(
        null,
        Buffer.from(createCertificateText(said)),
        key,
        Buffer.from(document.signature, 'base64url'),
      )
    expect(isSigned(document)).toBe(true)
    expect(isSigned({ ...document, name: 'Somebody Else' })).toBe(false)
  })

  test('dates it by the coach’s day of the request: in the list, under another name and when verified', async () => {
    const { request, name, complete } = await signedIn()
    await name('Ana Souza')
    await complete()
    const asked = formatWithOffset(Date.now() - 1, '-03:00')
    const { certificate } = await request({ 'X-Captured-At': asked })
    expect(certificate).toMatchObject({ issued_at: asked, document: { issued_at: asked } })
    expect((await request()).certificate).toEqual(certificate)
    const { document } = (await name('Ana Lima')).certificate
    expect(document).toMatchObject({ name: 'Ana Lima', issued_at: asked })
    expect(await verifyNumber(document.number)).toMatchObject({ certificate: { issued_at: asked } })
  })

  test('does not date a certificate before the account when a clock is years behind', async () => {
    const before = Date.now()
    const { request, complete } = await signedIn()
    await complete()
    const { certificate } = await request({ 'X-Captured-At': '1971-01-01T00:00:00.000+13:00' })
    expect(Date.parse(certificate.issued_at)).toBeGreaterThanOrEqual(before)
    expect(certificate.issued_at).toMatch(/\+13:00$/)
  })

  test('records a certificate without a name, and issues it as soon as a name is saved', async () => {
    const { request, name, complete } = await signedIn()
    await complete()
    const earned = (await request()).certificate
    expect(earned).toMatchObject({ course_id: 'football' })
    expect(earned).not.toHaveProperty('document')
    const named = (await name('Ana Souza')).certificate
    expect(named).toEqual({ ...earned, document: expect.objectContaining({ name: 'Ana Souza' }) })
  })

  test('keeps the date of a certificate of the previous version when it gets its number', async () => {
    const { customer, name } = await signedIn()
    const issuedAt = new Date('2026-02-03T04:05:06.000Z')
    await api.database.db
      .insert(certificates)
      .values({ id: randomUUID(), customerId: customer, courseId: 'football', isFIFA: true, issuedAt })
    const { document } = (await name('Ana Souza')).certificate
    expect(document.issued_at).toBe(issuedAt.toISOString())
    expect(document.hours).toBe(2)
  })

  test('keeps the hours that the course had at issue, also under another name', async () => {
    const { request, name, complete } = await signedIn()
    await complete()
    await name('Ana Souza')
    const { number } = (await request()).certificate.document
    await api.database.db
      .update(certificateDocuments)
      .set({ hours: 2 })
      .where(eq(certificateDocuments.number, number))
    expect((await name('Ana Lima')).certificate.document).toMatchObject({ name: 'Ana Lima', hours: 2 })
  })

  test('lets anybody verify a number, and reports one as replaced when the name changed', async () => {
    const { request, name, complete } = await signedIn()
    await complete()
    await name('Ana Souza')
    const first = (await request()).certificate.document
    expect(await verifyNumber(first.number)).toEqual({
      state: 'valid',
      certificate: first,
      replaced_at: null,
    })
    expect((await name('Ana Souza', 'pt-BR')).certificate.document).toEqual(first)
    const second = (await name('Ana Lima')).certificate.document
    expect(second).toMatchObject({ name: 'Ana Lima', issued_at: first.issued_at })
    expect(second.number).not.toBe(first.number)
    expect(await verifyNumber(first.number)).toEqual({
      state: 'replaced',
      certificate: first,
      replaced_at: expect.any(String),
    })
    expect(await verifyNumber(second.number)).toMatchObject({ state: 'valid', certificate: second })
    expect((await request()).certificate.document).toEqual(second)
  })

  test('reports a number that was never issued as unknown, and refuses a mistyped one', async () => {
    expect(await verifyNumber('2222-2222-2222')).toEqual({
      state: 'unknown',
      certificate: null,
      replaced_at: null,
    })
    for (const number of ['2222-2222-2223', '', '2222', "'; drop table"]) {
      const { error } = await verifyNumber(encodeURIComponent(number))
      expect([number, error.code, error.path]).toEqual([number, 'invalid-body', 'number'])
    }
  })

  test('stops a client that tries number after number', async () => {
    const limited = api
      .createInstance({ settings: { limits: { requests: 100_000, logins: 5, copies: 3 } } })
      .client()
    const statuses = []
    for (let tries = 0; tries < 7; tries += 1) {
      statuses.push((await limited.get('/api/verify-certificate?number=2222-2222-2222')).status)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })

  test('does not put a name on the certificate of another customer', async () => {
    const [one, two] = await Promise.all([signedIn(), signedIn()])
    const { body } = await one.coach.deliver('/api/name-certificate', {
      ...two.football,
      name: 'Mallory',
      locale: 'en-GB',
    })
    expect(body.error.code).toBe('other-customer')
  })

  test.each([
    '',
    '   ',
    '\u3164',
    '\u2800',
    '\u0640',
    'A\u0336n\u0336a\u0336',
    'Ana ⚽',
    'Ana\uE000',
    'Ana\0',
    `A${'\u0301'.repeat(50)}na`,
    'x'.repeat(101),
  ])('refuses %j as its name', async (name) => {
    const { coach, football } = await signedIn()
    const { status, body } = await coach.deliver('/api/name-certificate', {
      ...football,
      name,
      locale: 'en-GB',
    })
    expect([status, body.error.path]).toEqual([422, 'name'])
  })

  test('reduces a name to one line without invisible characters', async () => {
    const { name, complete, request } = await signedIn()
    await complete()
    await request()
    const { document } = (await name('An\u200Ba\nLi\u00ADma\u202E')).certificate
    expect(document.name).toBe('Ana Lima')
  })

  test('refuses a request with the wrong kind of course', async () => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer }
    const wrong = await coach.deliver('/api/check-certificate', {
      ...mine,
      course_id: 'training',
      isFIFA: true,
    })
    expect([wrong.status, wrong.body.error.path]).toEqual([422, 'isFIFA'])
    const football = await coach.deliver('/api/check-fifa-certificate', { ...mine, course_id: 'training' })
    expect([football.status, football.body.error.path]).toEqual([422, 'course_id'])
  })
})
