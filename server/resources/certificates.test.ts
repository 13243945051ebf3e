import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses } from '../../src/config/courses.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import type { TestClient } from '../testing/test-client.ts'
import { testDatabases } from '../testing/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const answerSurvey = (coach: TestClient, customer: string, moduleId: string) => {
    const answers = [{ question: 'q1', value: 'a' }]
    return moduleId.endsWith('-extra')
      ? coach.deliver('/api/save-extra-answers', {
          customer_id: customer,
          extra_module_id: moduleId,
          answers,
        })
      : coach.deliver('/api/save-answers', { customer_id: customer, video_id: moduleId, answers })
  }

  const signedIn = async () => {
    const coach = api.client()
    return { coach, customer: await coach.signIn() }
  }

  test.each(courses)('the certificate of $id is issued when the last survey is answered', async (course) => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer, course_id: course.id }
    const request = () => coach.deliver('/api/check-certificate', { ...mine, isFIFA: course.isFIFA })
    const missing = course.modules.map(({ id }) => id)
    while (missing.length > 0) {
      expect((await request()).body).toMatchObject({ certificate: null, missing })
      await answerSurvey(coach, customer, missing.shift() ?? '')
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

  test('asked for many times at once it is issued once', async () => {
    const { coach, customer } = await signedIn()
    await answerSurvey(coach, customer, 'football-1')
    await answerSurvey(coach, customer, 'football-2')
    const mine = { customer_id: customer, course_id: 'football' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => coach.deliver('/api/check-fifa-certificate', mine)),
    )
    const ids = new Set(answers.map(({ body }) => body.certificate.certificate_id))
    expect(ids.size).toBe(1)
  })

  test("another coach's answers earn nothing", async () => {
    const [one, two] = await Promise.all([signedIn(), signedIn()])
    await answerSurvey(one.coach, one.customer, 'football-1')
    const { body } = await two.coach.deliver('/api/check-fifa-certificate', {
      customer_id: two.customer,
      course_id: 'football',
    })
    expect(body.missing).toEqual(['football-1', 'football-2'])
  })

  test('a request that says the wrong kind of course is refused', async () => {
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

  test('answers come back as they were given, the newest of them', async () => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer, video_id: 'training-1' }
    const ask = async () => (await coach.post('/api/get-answers', mine)).body
    expect(await ask()).toEqual({ answers: null, answered_at: null })
    expect((await coach.post('/api/check-survey', mine)).body).toEqual({ answered: false })
    const answers = [
      { question: 'q2', value: ['d', 'a'] },
      { question: 'q3', value: 'Ação! 👏 "ok"' },
    ]
    await coach.deliver('/api/save-answers', { ...mine, answers: [{ question: 'q1', value: 'a' }] })
    await coach.deliver('/api/save-answers', { ...mine, answers })
    expect(await ask()).toEqual({ answers, answered_at: expect.any(String) })
    expect((await coach.post('/api/check-survey', mine)).body).toEqual({ answered: true })
  })

  test('progress lists answered surveys and completed modules', async () => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer }
    const modules = (type: string, action: string) =>
      coach.deliver('/api/save-modules-events', { ...mine, video_id: 'training-1', type, action })
    await modules('module', 'start')
    await modules('video', 'complete')
    await answerSurvey(coach, customer, 'training-extra')
    const status = async () => (await coach.post('/api/status-survey', mine)).body
    expect(await status()).toMatchObject({ surveys: [{ module_id: 'training-extra' }], modules: [] })
    const first = await modules('module', 'complete')
    await modules('module', 'complete')
    expect((await status()).modules).toEqual([
      { module_id: 'training-1', completed_at: first.body.receipt.received_at },
    ])
  })

  test('nobody reads the progress of another customer', async () => {
    const { coach } = await signedIn()
    const { body } = await coach.post('/api/status-survey', { customer_id: randomUUID() })
    expect(body.error.code).toBe('other-customer')
  })
})
