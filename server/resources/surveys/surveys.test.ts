import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSampleAnswers } from '../../testing/sample-answers.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const signedIn = async () => {
    const coach = api.client()
    return { coach, customer: await coach.signIn() }
  }

  test('returns the newest answers as they were given', async () => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer, video_id: 'training-1' }
    const ask = async () => (await coach.post('/api/get-answers', mine)).body
    expect(await ask()).toEqual({ answers: null, answered_at: null })
    expect((await coach.post('/api/check-survey', mine)).body).toEqual({ answered: false })
    const answers = createSampleAnswers('training-1', 'Ação! 👏 "ok"').toReversed()
    await coach.deliver('/api/save-answers', { ...mine, answers: createSampleAnswers('training-1', 'first') })
    await coach.deliver('/api/save-answers', { ...mine, answers })
    expect(await ask()).toEqual({ answers, answered_at: expect.any(String) })
    expect((await coach.post('/api/check-survey', mine)).body).toEqual({ answered: true })
  })

  test('keeps answers to an extra module, with its own calls, apart from answers to a video', async () => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer, extra_module_id: 'training-extra' }
    const ask = async () => (await coach.post('/api/get-extra-answers', mine)).body
    expect(await ask()).toEqual({ answers: null, answered_at: null })
    const answers = createSampleAnswers('training-extra', 'On the beach')
    const { status } = await coach.deliver('/api/save-extra-answers', { ...mine, answers })
    expect(status).toBe(200)
    expect(await ask()).toEqual({ answers, answered_at: expect.any(String) })
    const ofVideo = await coach.post('/api/get-answers', { customer_id: customer, video_id: 'training-1' })
    expect(ofVideo.body.answers).toBeNull()
    const another = await signedIn()
    const theirs = { ...mine, customer_id: another.customer }
    expect((await another.coach.post('/api/get-extra-answers', theirs)).body.answers).toBeNull()
  })

  test('refuses incomplete answers, and keeps the current ones', async () => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer, video_id: 'training-1' }
    const answers = createSampleAnswers('training-1')
    await coach.deliver('/api/save-answers', { ...mine, answers })
    const { status, body } = await coach.deliver('/api/save-answers', { ...mine, answers: answers.slice(1) })
    expect([status, body.error.code, body.error.path]).toEqual([422, 'invalid-body', 'answers'])
    expect((await coach.post('/api/get-answers', mine)).body.answers).toEqual(answers)
  })
})
