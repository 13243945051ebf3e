import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { answerSurvey, finishModule } from '../../testing/complete-module.ts'
import { createSampleAnswers } from '../../testing/sample-answers.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
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

  test('lists answered surveys and completed modules', async () => {
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

  const fetchProgress = async (coach: TestClient, customer: string, module: string) => {
    const { body } = await coach.post('/api/status-survey', { customer_id: customer })
    return body.progress.find(({ module_id: id }: { module_id: string }) => id === module)
  }
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
  const watch = (
    coach: TestClient,
    customer: string,
    [watched, position, minute]: [[number, number][], number | null, number],
  ) =>
    coach.deliver(
      '/api/save-progress',
      { customer_id: customer, module_id: 'training-1', watched, position, read: false },
      { headers: { [headers.capturedAt]: at(minute) } },
    )

  test('reports a module without data as not started', async () => {
    const { coach, customer } = await signedIn()
    expect(await fetchProgress(coach, customer, 'training-2')).toEqual({
      module_id: 'training-2',
      started_at: null,
      watched: [],
      position: null,
      finished_at: null,
      checked: false,
      reflected: false,
    })
  })

  test('adds up what two devices watched, in any order; nine tenths finish the film', async () => {
    const { coach, customer } = await signedIn()
    const other = api.client()
    await other.signIn(customer, { device: randomUUID() })
    await watch(coach, customer, [[[30, 60]], 60, 30])
    await watch(other, customer, [[[0, 20]], 20, 10])
    expect(await fetchProgress(coach, customer, 'training-1')).toMatchObject({
      started_at: at(10),
      watched: [
        [0, 20],
        [30, 60],
      ],
      position: 60,
      finished_at: null,
    })
    // 71.5 of 80 seconds are just below 90 %.
    await watch(other, customer, [
      [
        [18, 31],
        [60, 71.5],
      ],
      71.5,
      40,
    ])
    expect(await fetchProgress(coach, customer, 'training-1')).toMatchObject({
      position: 71.5,
      finished_at: null,
    })
    await watch(coach, customer, [[[71, 72.2]], null, 50])
    expect(await fetchProgress(other, customer, 'training-1')).toMatchObject({
      watched: [[0, 72.2]],
      position: null,
      finished_at: at(50),
    })
  })

  test('ignores times outside the film, and counts a part watched twice once', async () => {
    const { coach, customer } = await signedIn()
    await watch(coach, customer, [
      [
        [0, 12],
        [0, 12],
        [80, 80_000],
      ],
      12,
      1,
    ])
    expect(await fetchProgress(coach, customer, 'training-1')).toMatchObject({
      watched: [[0, 12]],
      finished_at: null,
    })
  })

  test('finishes a text at its end, not before', async () => {
    const { coach, customer } = await signedIn()
    const read = (read: boolean) =>
      coach.deliver('/api/save-progress', {
        customer_id: customer,
        module_id: 'training-extra',
        watched: [[0, 80]],
        position: null,
        read,
      })
    await read(false)
    expect(await fetchProgress(coach, customer, 'training-extra')).toMatchObject({
      watched: [],
      finished_at: null,
    })
    await read(true)
    expect(await fetchProgress(coach, customer, 'training-extra')).toMatchObject({
      finished_at: expect.any(String),
    })
  })

  test('accepts "seen to its end" from an app of the previous version, but not from a current one', async () => {
    const { coach, customer } = await signedIn()
    const seen = (version: string) =>
      coach.deliver(
        '/api/save-modules-events',
        { customer_id: customer, video_id: 'training-1', type: 'video', action: 'complete' },
        { headers: { [headers.schemaVersion]: version } },
      )
    await seen('8')
    expect(await fetchProgress(coach, customer, 'training-1')).toMatchObject({ finished_at: null })
    await seen('7')
    expect(await fetchProgress(coach, customer, 'training-1')).toMatchObject({
      watched: [[0, 80]],
      finished_at: expect.any(String),
    })
  })

  test('distinguishes checks from reflections', async () => {
    const { coach, customer } = await signedIn()
    const mine = { customer_id: customer, video_id: 'training-1' }
    const answers = createSampleAnswers('training-1').filter(({ question }) => question.startsWith('q'))
    await coach.deliver(
      '/api/save-answers',
      { ...mine, answers },
      { headers: { [headers.schemaVersion]: '7' } },
    )
    expect(await fetchProgress(coach, customer, 'training-1')).toMatchObject({
      checked: false,
      reflected: true,
    })
    await answerSurvey(coach, customer, 'training-1')
    await finishModule(coach, customer, 'training-1')
    expect(await fetchProgress(coach, customer, 'training-1')).toMatchObject({
      checked: true,
      reflected: true,
    })
  })

  test.each<[string, object, string]>([
    ['a stretch without an end', { watched: [[3]] }, 'watched.0.1'],
    ['a stretch before the film', { watched: [[-1, 3]] }, 'watched.0.0'],
    ['a place that is no number', { position: 'end' }, 'position'],
  ])('refuses %s', async (_what, wrong, path) => {
    const { coach, customer } = await signedIn()
    const body = { customer_id: customer, module_id: 'training-1', watched: [], position: null, read: false }
    const { status, body: rejected } = await coach.deliver('/api/save-progress', { ...body, ...wrong })
    expect([status, rejected.error.path]).toEqual([422, path])
  })

  test('refuses to return the progress of another customer', async () => {
    const { coach } = await signedIn()
    const { body } = await coach.post('/api/status-survey', { customer_id: randomUUID() })
    expect(body.error.code).toBe('other-customer')
  })
})
