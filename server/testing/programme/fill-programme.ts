import { sql } from 'drizzle-orm'
import { courses, type Question } from '../../../src/config/courses.ts'
import type { Database } from '../../db/database.ts'

/** A text column that cycles through values. `n` is the number of the coach. */
const byTurns = (values: readonly string[], step = 1) =>
  sql.raw(`(array[${values.map((value) => `'${value}'`).join(',')}])[1 + (n / ${step}) % ${values.length}]`)

/** Countries and languages per 100 coaches. */
const shares: readonly [country: string, language: string, percent: number][] = [
  ['BR', 'PT', 40],
  ['MX', 'ES', 20],
  ['GB', 'EN', 12],
  ['US', 'EN', 10],
  ['AR', 'ES', 8],
  ['US', 'ES', 5],
  ['AU', 'EN', 3],
  ['NZ', 'EN', 2],
]

/** Lists the countries (column 0) or languages (column 1) of 100 coaches. */
const listByCoach = (column: 0 | 1) =>
  shares.flatMap((row) => Array.from({ length: row[2] }, () => row[column]))

const modules = courses.flatMap((course) => course.modules)

/** A coach's answer to a question as JSON. Six of ten coaches write text. */
const answerValue = (question: Question, index: number) => {
  if (question.kind === 'text')
    return sql`case when n / 100 % 10 < 6 then to_jsonb('We played on, number ' || n) else '""' end`
  const option = byTurns(question.options, index + 1)
  return question.kind === 'multiple' ? sql`jsonb_build_array(${option})` : sql`to_jsonb(${option})`
}

/** A coach's answers to a module as JSON, separated by commas. */
const answersTo = ({ survey }: (typeof modules)[number]) => {
  const answers = survey.map((question, index) => {
    const id = sql.raw(`'${question.id}'`)
    return sql`jsonb_build_object('question', ${id}, 'value', ${answerValue(question, index)})`
  })
  return sql.join(answers, sql`, `)
}

type Size = { coaches: number; events: number; now: Date }

/** Creates two years of a programme: coaches, their activity and answers, and the totals. */
export const fillProgramme = async (db: Database, { coaches, events, now }: Size): Promise<void> => {
  const coach = sql`generate_series(1, ${coaches}::int) n`
  const time = sql`(${now.toISOString()}::timestamptz - (n::bigint * 7919 % 63072000) * interval '1 second')`
  await db.execute(sql`
    insert into customers (id, country, language, created_at)
    select 'customer-' || n, ${byTurns(listByCoach(0))}, ${byTurns(listByCoach(1))}, ${time} from ${coach}`)
  await db.execute(sql`
    insert into registrations (customer_id, organisation, work_from, phone, job, partner, number_of_people, mkt_channel,
      country, language, young_female, sport_type, sequence, received_at)
    select id, 'mx', 'x', '', 'coach', '-', 20, 'other', country, language, 'half', 'futsal', 1, created_at from customers`)
  await db.execute(sql`
    insert into season_impacts (customer_id, season, number_of_people, young_female, sport_type, sequence, received_at)
    select 'customer-' || n, extract(year from ${time})::int, n % 60, ${byTurns(['none', 'few', 'half', 'most', 'all'])},
      'futsal', 1, ${time} from ${coach}`)
  await db.execute(sql`
    insert into active_months (customer_id, month)
    select distinct 'customer-' || n, to_char(${time} + later * interval '40 days', 'YYYY-MM')
    from ${coach}, generate_series(0, 2) later`)
  await db.execute(sql`
    insert into events (sequence, customer_id, event_id, value, received_at)
    select n, 'customer-' || (1 + n % ${coaches}::int), 1, 'sign-in', ${time} from generate_series(1, ${events}::int) n`)
  for (const [at, module] of modules.entries()) {
    const some = sql`${coach} where n % ${modules.length}::int <= ${modules.length - 1 - Math.floor(at / 2)}::int`
    await db.execute(sql`
      insert into survey_answers (customer_id, module_id, answers, sequence, answered_at)
      select 'customer-' || n, ${module.id}, jsonb_build_array(${answersTo(module)}),
        ${at * coaches}::bigint + n, ${time} from ${some}`)
    await db.execute(sql`
      insert into module_progress (customer_id, module_id, watched, started_at, finished_at, completed_at)
      select 'customer-' || n, ${module.id}, '[]', ${time}, ${time}, ${time} from ${some}`)
  }
  await db.execute(sql`
    insert into written_answers (customer_id, module_id, question, locale, country, answered_at, sequence)
    select customer_id, module_id, listed.answer->>'question', lower(language) || '-' || country, country, answered_at, sequence
    from survey_answers join customers on id = customer_id, jsonb_array_elements(answers) as listed(answer)
    where length(listed.answer->>'value') > 1 and jsonb_typeof(listed.answer->'value') = 'string'`)
  await db.execute(sql`
    insert into certificates (id, customer_id, course_id, is_fifa, issued_at)
    select gen_random_uuid(), 'customer-' || n, 'football', true, ${time} from ${coach} where n % 5 = 0`)
  await db.execute(sql`
    insert into programme_totals (measure, subject, question, choice, locale, country, month, amount)
    select measure, subject, question, choice, locale, country, month, sum(amount) from programme_facts
    group by 1, 2, 3, 4, 5, 6, 7`)
  await db.execute(sql`analyze`)
}
