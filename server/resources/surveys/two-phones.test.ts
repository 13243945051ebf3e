import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { createSampleAnswers } from '../../testing/sample-answers.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

/** A time on a past morning, by its minute. */
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 9, minute)).toISOString()
const answered = (words: string) => createSampleAnswers('training-1', words)

/** Answers to the previous version of the module, which had no check questions. */
const olderAnswers = (words: string) => answered(words).filter(({ question }) => question.startsWith('q'))

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeAll(async () => {
    api = await startTestApp(database)
  })
  afterAll(() => api.stop())

  const twoPhones = async () => {
    const customer = randomUUID()
    const survey = { customer_id: customer, video_id: 'training-1' }
    const phone = async () => {
      const device = randomUUID()
      const client = api.client()
      await client.signIn(customer, { device })
      let seq = 0
      const deliver = (words: string, capturedAt: string, number = (seq += 1)) =>
        client.deliver(
          '/api/save-answers',
          { ...survey, answers: answered(words) },
          {
            headers: {
              [headers.deviceSequence]: `${device}/${number}`,
              [headers.capturedAt]: capturedAt,
            },
          },
        )
      /** Sends what an app of the previous version sends: only the questions of that time. */
      const deliverOlder = (words: string, capturedAt: string) =>
        client.deliver(
          '/api/save-answers',
          { ...survey, answers: olderAnswers(words) },
          {
            headers: {
              [headers.schemaVersion]: '7',
              [headers.deviceSequence]: `${device}/${(seq += 1)}`,
              [headers.capturedAt]: capturedAt,
            },
          },
        )
      const read = async () => (await client.post('/api/get-answers', survey)).body
      const stored = async () =>
        (await client.post('/api/my-data', { customer_id: customer })).body.tables.replaced_answers
      return { deliver, deliverOlder, read, stored }
    }
    return { first: await phone(), second: await phone() }
  }

  test('does not count answers that arrive last but were given first, keeps them, and tells their phone', async () => {
    const { first, second } = await twoPhones()
    await second.deliver('given at ten past', at(10))
    expect((await first.deliver('given at five past', at(5))).status).toBe(200)
    const counts = { answers: answered('given at ten past'), answered_at: at(10) }
    expect(await second.read()).toEqual(counts)
    const replaced = { answers: answered('given at five past'), answered_at: at(5) }
    expect(await first.read()).toEqual({ ...counts, replaced })
  })

  test('keeps replaced answers, and tells their phone until it answers again', async () => {
    const { first, second } = await twoPhones()
    await first.deliver('first', at(1))
    await second.deliver('second', at(2))
    const replaced = { answers: answered('first'), answered_at: at(1) }
    expect(await first.read()).toEqual({ answers: answered('second'), answered_at: at(2), replaced })
    await first.deliver('third', at(3))
    expect(await first.read()).toEqual({ answers: answered('third'), answered_at: at(3) })
    expect((await second.read()).replaced).toEqual({ answers: answered('second'), answered_at: at(2) })
  })

  test('counts answers of an older version until complete ones arrive, and never prefers them', async () => {
    const { first, second } = await twoPhones()
    expect((await first.deliverOlder('of before', at(5))).status).toBe(200)
    expect(await first.read()).toEqual({ answers: olderAnswers('of before'), answered_at: at(5) })
    await second.deliver('complete', at(2))
    const counts = { answers: answered('complete'), answered_at: at(2) }
    const replaced = { answers: olderAnswers('of before'), answered_at: at(5) }
    expect(await first.read()).toEqual({ ...counts, replaced })
    expect((await first.deliverOlder('later and older', at(9))).status).toBe(200)
    expect(await first.read()).toEqual({
      ...counts,
      replaced: { answers: olderAnswers('later and older'), answered_at: at(9) },
    })
  })

  test('replaces a phone’s own answers when it corrects them, without telling it, and keeps the old ones', async () => {
    const { first, second } = await twoPhones()
    await first.deliver('first', at(1))
    await first.deliver('corrected', at(2))
    expect(await first.read()).toEqual({ answers: answered('corrected'), answered_at: at(2) })
    expect(await second.read()).toEqual({ answers: answered('corrected'), answered_at: at(2) })
    await first.deliver('corrected', at(3))
    expect(await first.stored()).toMatchObject([{ answers: answered('first'), answeredAt: at(1) }])
  })

  test('counts answers that a phone gives after its clock was set back', async () => {
    const { first, second } = await twoPhones()
    await first.deliver('by a clock that was ahead', at(30))
    await first.deliver('by the right clock', at(5))
    const counts = { answers: answered('by the right clock'), answered_at: at(30) }
    expect(await first.read()).toEqual(counts)
    await second.deliver('before the clock was set back', at(20))
    expect(await first.read()).toEqual(counts)
  })

  test('counts later answers of a phone whose clock was years ahead', async () => {
    const { first } = await twoPhones()
    await first.deliver('in a year to come', '2099-01-01T00:00:00.000Z')
    await first.deliver('today', at(5))
    expect((await first.read()).answers).toEqual(answered('today'))
  })

  test('does not count answers below a higher number of their phone, and keeps them', async () => {
    const { first, second } = await twoPhones()
    await first.deliver('second', at(5), 2)
    await first.deliver('first', at(30), 1)
    expect(await first.read()).toEqual({ answers: answered('second'), answered_at: at(5) })
    expect(await first.stored()).toMatchObject([{ answers: answered('first'), answeredAt: at(30) }])
    await second.deliver('on the other phone', at(40))
    expect((await first.read()).replaced).toEqual({ answers: answered('second'), answered_at: at(5) })
  })

  test.each<[string, number[], string]>([
    ['older ones', [20, 10], 'minute 10'],
    ['newer ones', [10, 20], 'minute 10'],
  ])('loses nothing when %s come later without a known phone', async (_, minutes, kept) => {
    const { first } = await twoPhones()
    for (const minute of minutes) await first.deliver(`minute ${minute}`, at(minute), NaN)
    expect((await first.read()).answers).toEqual(answered('minute 20'))
    expect(await first.stored()).toMatchObject([{ answers: answered(kept), device: null }])
  })

  test.each(['2099-01-01T00:00:00.000Z', 'tomorrow', ''])(
    'replaces the time of capture "%s" by that of the arrival',
    async (time) => {
      const { first, second } = await twoPhones()
      await first.deliver('first', time)
      expect(Date.parse((await first.read()).answered_at)).toBeLessThanOrEqual(Date.now())
      await second.deliver('second', new Date().toISOString())
      expect((await second.read()).answers).toEqual(answered('second'))
    },
  )

  test('counts the answers given last when phones deliver at the same moment', async () => {
    const { first, second } = await twoPhones()
    const deliveries = Array.from({ length: 8 }, (_, minute) =>
      (minute % 2 === 0 ? first : second).deliver(`minute ${minute}`, at(minute)),
    )
    const statuses = (await Promise.all(deliveries)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await second.read()).toEqual({ answers: answered('minute 7'), answered_at: at(7) })
  })
})
