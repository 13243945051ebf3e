import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findModule } from '../../../src/config/courses.ts'
import { moduleId } from '../../../src/contract/shared-schemas.ts'
import { playLives } from '../../../src/lib/testing/play-lives.ts'
import { chooseLives } from '../../../src/lib/testing/random-lives.ts'
import type { Database } from '../../db/database.ts'
import {
  activeMonths,
  moduleProgress,
  programmeTotals,
  seasonImpacts,
  writtenAnswers,
} from '../../db/schema.ts'
import { storedTotals, totalsOfRows } from '../../testing/programme/programme-counts.ts'
import { startLife, type Step } from '../../testing/programme/programme-life.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { testDatabases } from '../../testing/database/test-database.ts'

const began = Date.parse('2026-11-20T12:00:00Z')

const file = 'server/resources/programme/programme-totals.test.ts'
const lives = chooseLives(file, { usual: 6, red: [4923569] }, process.env)
const livesBefore = chooseLives(file, { usual: 2, red: [] }, process.env)

const at = fc.nat(3)
/** The modules that existed before the totals. The migration can fill totals only from their rows. */
const oldModules = [
  'training-1',
  'training-2',
  'training-3',
  'training-extra',
  'football-1',
  'football-2',
  'football-extra',
] as const

const impact = { at, people: fc.nat(1000), young: fc.constantFrom('none', 'few', 'half', 'most', 'all') }
const football = fc.constantFrom('football-1', 'football-2', 'football-extra')

/** What a coach can do in these modules. */
const stepIn = (modules: readonly string[]) => {
  const module = fc.oneof(fc.constantFrom(...modules), football)
  return fc.oneof(
    fc.record({ does: fc.constant('register'), ...impact }),
    fc.record({ does: fc.constant('reach'), ...impact }),
    fc.record({
      does: fc.constant('answer'),
      at,
      module,
      option: fc.nat(3),
      text: fc.constantFrom('', 'a', 'We play on.', "'; drop table customers; --"),
    }),
    fc.record({ does: fc.constant('finish'), at, module }),
    fc.record({ does: fc.constant('certify'), at }),
    fc.record({ does: fc.constant('open'), at }),
    fc.record({ does: fc.constant('erase'), at }),
    fc.record({ does: fc.constant('wait'), at, days: fc.integer({ min: 1, max: 70 }) }),
  ) as fc.Arbitrary<Step>
}

/** The totals also count a text that is as short as an option's id. No query reads that total. */
const isOfText = (key: string): boolean => {
  const [measure, module = '', question] = key.split(' ')
  const survey = findModule(module)?.module.survey ?? []
  return measure === 'chosen' && survey.some(({ id, kind }) => id === question && kind === 'text')
}
const withoutTexts = (totals: Record<string, number>) =>
  Object.fromEntries(Object.entries(totals).filter(([key]) => !isOfText(key)))

const written = (db: Database) =>
  db.select().from(writtenAnswers).orderBy(writtenAnswers.sequence, writtenAnswers.question)

const migration = readFileSync(new URL('../../db/migrations/0010_programme.sql', import.meta.url), 'utf8')

/** Deletes the stored totals and fills them again with the statements of the migration. */
const fillAgain = async (db: Database) => {
  for (const table of [activeMonths, seasonImpacts, writtenAnswers, programmeTotals]) await db.delete(table)
  await db.update(moduleProgress).set({ completedAt: null })
  const statements = migration
    .split('--> statement-breakpoint')
    .map((statement) => statement.replaceAll(/^\s*--.*$/gm, '').trim())
    .filter((statement) => /^(?:INSERT|UPDATE)/.test(statement))
  expect(statements).toHaveLength(5)
  for (const statement of statements) await db.execute(sql.raw(statement))
}

describe.each(testDatabases)('on %s', (database) => {
  let api: TestApp
  beforeEach(async () => {
    api = await startTestApp(database)
  })
  afterEach(() => api.stop())

  test('keeps the totals equal to the sums of the rows, over all actions and erasures', async () => {
    const { db } = api.database
    await playLives(
      lives,
      fc
        .asyncProperty(
          fc.array(stepIn(moduleId.options), { minLength: 10, maxLength: 40 }),
          async (steps) => {
            const life = startLife(api, began)
            for (const step of steps) await life.take(step)
            const totals = await storedTotals(db)
            expect(withoutTexts(totals)).toEqual(life.totals())
            expect(await totalsOfRows(db)).toEqual(totals)
          },
        )
        .afterEach(async () => {
          await db.execute(sql`truncate customers, programme_totals cascade`)
        }),
    )
  })

  test('the migration fills the totals from the existing rows', async () => {
    const { db } = api.database
    await playLives(
      livesBefore,
      fc
        .asyncProperty(fc.array(stepIn(oldModules), { minLength: 20, maxLength: 40 }), async (steps) => {
          // Without waits, so that all steps fall in one season: the rows keep only the newest impact.
          const life = startLife(api, Date.parse('2026-01-05T12:00:00Z'))
          for (const step of steps) if (step.does !== 'wait') await life.take(step)
          const before = [await storedTotals(db), await written(db)]
          await fillAgain(db)
          expect([await storedTotals(db), await written(db)]).toEqual(before)
        })
        .afterEach(async () => {
          await db.execute(sql`truncate customers, programme_totals cascade`)
        }),
    )
  })

  test('neither blocks nor miscounts coaches who do the same things at once', async () => {
    const life = startLife(api, began)
    const steps = (coach: number): Step[] => [
      { does: 'register', at: coach, people: 10, young: 'half' },
      { does: 'answer', at: coach, module: 'football-1', option: coach, text: 'x' },
      { does: 'finish', at: coach, module: 'football-1' },
      { does: 'answer', at: coach, module: 'football-1', option: coach + 1, text: '' },
      { does: coach % 4 === 0 ? 'erase' : 'open', at: coach },
    ]
    // Opens one session for each pool first, so that its keys are fetched only once.
    for (const at of [0, 1, 2]) await life.take({ does: 'open', at })
    await Promise.all(
      Array.from({ length: 24 }, async (_, coach) => {
        for (const step of steps(coach)) await life.take(step)
      }),
    )
    const totals = await storedTotals(api.database.db)
    expect(withoutTexts(totals)).toEqual(life.totals())
    expect(await totalsOfRows(api.database.db)).toEqual(totals)
  })
})
