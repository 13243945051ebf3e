import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import { playLives } from '../../../src/lib/testing/play-lives.ts'
import { chooseLives } from '../../../src/lib/testing/random-lives.ts'
import { storedTotals, totalsOfRows } from '../../testing/programme/programme-counts.ts'
import { answersWith } from '../../testing/programme/programme-life.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

const day = 86_400_000
/** Captures fall in two seasons and all arrive later, regardless of the date of the test run. */
const began = Date.parse('2025-09-05T12:00:00Z')
const arrives = began + 301 * day
const module = 'football-1'

/** A capture of a coach. `clock`: the phone's clock in days. `order`: the order of arrival. */
type Captured = { phone: number; clock: number; order: number; reached: number | null; option: number }

const captured = fc.record({
  phone: fc.nat(1),
  clock: fc.nat(300),
  order: fc.nat(),
  reached: fc.option(fc.integer({ min: 1, max: 1000 })),
  option: fc.nat(3),
})
const captures = fc.array(captured, { minLength: 2, maxLength: 8 })

const lives = chooseLives(
  'server/resources/programme/late-results.test.ts',
  { usual: 6, red: [] },
  process.env,
)

/** The clock of a single phone may be set back; with two phones, both clocks are right. */
const ofOnePhone = captures.map((list) => list.map((one) => ({ ...one, phone: 0 })))
const ofTwoPhones = captures.map((list) => list.map((one, index) => ({ ...one, clock: index * 30 })))

const summed = (amounts: readonly [what: string, amount: number][]) => {
  const sums: Record<string, number> = {}
  for (const [what, amount] of amounts) sums[what] = (sums[what] ?? 0) + amount
  return sums
}

const toMonth = (clock: number) => new Date(began + clock * day).toISOString().slice(0, 7)

/** The expected totals: the answers captured last, and in each season the reach captured last, count. */
const countExpected = (list: readonly Captured[], month: (clock: number) => string) => {
  const counts: [what: string, amount: number][] = []
  const getSeason = ({ clock }: Captured) => toMonth(clock).slice(0, 'YYYY'.length)
  for (const reaches of Object.values(Object.groupBy(list, getSeason))) {
    const reach = reaches?.findLast(({ reached }) => reached !== null)
    if (reach) counts.push([`people pt-BR ${month(reach.clock)}`, reach.reached ?? 0])
  }
  const survey = list.findLast(({ reached }) => reached === null)
  for (const { question, value } of survey ? answersWith(module, survey.option, '') : [])
    for (const choice of [value].flat().filter(Boolean))
      counts.push([`chosen ${module} ${question} ${choice} pt-BR ${month(survey?.clock ?? 0)}`, 1])
  return summed(counts)
}

const inAnyMonth = (totals: Record<string, number>) =>
  summed(Object.entries(totals).map(([key, amount]) => [key.replace(/\d{4}-\d{2}$/, 'ever'), amount]))

const compared = (totals: Record<string, number>) =>
  Object.fromEntries(Object.entries(totals).filter(([key]) => /^(?:people|chosen) /.test(key)))

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeEach(async () => {
    api = await startTestApp(database)
  })
  afterEach(() => api.stop())

  /** The totals after all captures have arrived, in the order of arrival. */
  const totalsAfter = async (list: readonly Captured[]) => {
    await api.database.db.execute(sql`truncate customers, programme_totals cascade`)
    const customer = randomUUID()
    const instance = api.createInstance({ clock: { now: arrives } })
    const phones = await Promise.all(
      [0, 1].map(async () => {
        const device = randomUUID()
        const client = instance.client()
        await client.signIn(customer, { device })
        return { client, device }
      }),
    )
    const arriving = list.map((one, seq) => ({ ...one, seq: seq + 1 })).toSorted((a, b) => a.order - b.order)
    for (const { phone, seq, clock, reached, option } of arriving) {
      const { client, device } = phones[phone] ?? expect.unreachable()
      const sent = {
        [headers.deviceSequence]: `${device}/${seq}`,
        [headers.capturedAt]: new Date(began + clock * day).toISOString(),
      }
      const mine = { customer_id: customer }
      const impact = { numberOfPeople: reached, youngFemale: 'none', sportType: 'futsal' }
      const answers = { video_id: module, answers: answersWith(module, option, '') }
      const [path, body] = reached === null ? ['/api/save-answers', answers] : ['/api/save-impact', impact]
      const { status } = await client.deliver(path, { ...mine, ...body }, { headers: sent })
      expect(status).toBe(200)
      expect(await totalsOfRows(api.database.db)).toEqual(await storedTotals(api.database.db))
    }
    return compared(await storedTotals(api.database.db))
  }

  test('counts the last capture of one phone, in whatever order entries arrive and the clock is set', async () => {
    const property = fc.asyncProperty(ofOnePhone, async (list) => {
      expect(inAnyMonth(await totalsAfter(list))).toEqual(countExpected(list, () => 'ever'))
    })
    await playLives(lives, property)
  })

  test('counts the last capture of two phones, in its month, in whatever order entries arrive', async () => {
    const property = fc.asyncProperty(ofTwoPhones, async (list) => {
      expect(await totalsAfter(list)).toEqual(countExpected(list, toMonth))
    })
    await playLives(lives, property)
  })
})
