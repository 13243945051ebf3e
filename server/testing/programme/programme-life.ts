import { randomUUID } from 'node:crypto'
import { findModule } from '../../../src/config/courses.ts'
import { isRequired } from '../../../src/config/questions.ts'
import { headers } from '../../../src/contract/product-api/headers-and-cookies.ts'
import type { Answer } from '../../../src/contract/shared-schemas.ts'
import type { TestApp } from '../start-test-app.ts'
import { signInAdmin } from '../sync-log/sync-fixtures.ts'
import type { TestClient } from '../test-client.ts'

const markets = [
  { pool: 'BR', locale: 'pt-BR', country: 'BR' },
  { pool: 'GB', locale: 'en-GB', country: 'GB' },
  { pool: 'MX', locale: 'es-MX', country: 'MX' },
] as const

/**
 * A model of what a coach did, from which the expected totals follow. It reads nothing from the database.
 * Months are in UTC, such as 2026-03.
 */
type Coach = (typeof markets)[number] & {
  id: string
  /** The month of the account's creation. */
  since: string
  registered: boolean
  /** The months in which the coach sent something. */
  months: Set<string>
  /** How many people, and how many young women among them, the coach reaches. By season. */
  said: Map<string, { month: string; people: number; young: number }>
  /** By module id. */
  answers: Map<string, { month: string; answers: Answer[] }>
  /** The modules whose video or text the coach has finished. */
  finished: Set<string>
  /** The month in which a module was complete, by module id. */
  completed: Map<string, string>
  /** The month in which a certificate was issued, by course id. */
  certified: Map<string, string>
}

/** Shares of young women, by the option that a coach chooses. */
const shares = { none: 0, few: 0.25, half: 0.5, most: 0.75, all: 1 }

/** One step of a life; `at` chooses the coach. */
export type Step = { at: number } & (
  | { does: 'register' | 'reach'; people: number; young: keyof typeof shares }
  | { does: 'answer'; module: string; option: number; text: string }
  | { does: 'finish'; module: string }
  | { does: 'certify' }
  | { does: 'open' }
  | { does: 'erase' }
  | { does: 'wait'; days: number }
)

type StepOf<Does extends Step['does']> = Extract<Step, { does: Does }>

/** The part of a registration that no total depends on. */
const work = {
  organisation: 'mx',
  workFrom: 'x',
  phone: '',
  job: 'coach',
  partner: '-',
  mktChannel: 'other',
}

const createCoach = (index: number, since: string): Coach => ({
  ...(markets[index % markets.length] ?? markets[0]),
  id: `coach-${randomUUID()}`,
  since,
  registered: false,
  months: new Set(),
  said: new Map(),
  answers: new Map(),
  finished: new Set(),
  completed: new Map(),
  certified: new Map(),
})

/** Answers to a module; `option` decides which options are chosen. */
export const answersWith = (moduleId: string, option: number, text: string): Answer[] =>
  (findModule(moduleId)?.module.survey ?? []).map((question) => {
    if (question.kind === 'text') return { question: question.id, value: text }
    const chosen = question.options[option % question.options.length] ?? 'a'
    const more = question.options.filter((id) => id === chosen || (option % 2 === 0 && id === 'a'))
    return { question: question.id, value: question.kind === 'multiple' ? more : chosen }
  })

/** Whether answers cover every required question of a module. */
const isWhole = (moduleId: string, answers: readonly Answer[]) =>
  (findModule(moduleId)?.module.survey ?? [])
    .filter(isRequired)
    .every(({ id }) => answers.some(({ question, value }) => question === id && value.length > 0))

/** Counts the totals that the product should have for these coaches. */
const countTotals = (coaches: readonly Coach[]): Record<string, number> => {
  const totals: Record<string, number> = {}
  for (const coach of coaches) {
    const count = (month: string, what: string, amount = 1) => {
      const key = `${what} ${coach.locale} ${month}`
      if (amount > 0) totals[key] = (totals[key] ?? 0) + amount
    }
    if (coach.registered) count(coach.since, 'registrations')
    for (const month of coach.months) count(month, 'active-by-month')
    const seasons = new Set([...coach.months].map((month) => month.slice(0, 4)))
    for (const season of seasons) {
      const [first = ''] = [...coach.months].filter((month) => month.startsWith(season)).toSorted()
      count(first, 'active-by-season')
    }
    for (const { month, people, young } of coach.said.values()) {
      count(month, 'people', people)
      count(month, 'young-women', young)
    }
    for (const [module, month] of coach.completed) count(month, `modules ${module}`)
    for (const [course, month] of coach.certified) count(month, `certificates ${course}`)
    for (const [module, { month, answers }] of coach.answers) {
      for (const { question, value } of answers) {
        if (value.length > 0) count(month, `answered ${module} ${question}`)
        const kind = findModule(module)?.module.survey.find(({ id }) => id === question)?.kind
        if (kind !== 'text')
          for (const choice of [value].flat()) count(month, `chosen ${module} ${question} ${choice}`)
      }
    }
  }
  return totals
}

/** Simulates coaches at one product API, with a clock that the steps move. */
export const startLife = (api: TestApp, began: number) => {
  const clock = { now: began }
  const instance = api.createInstance({ clock })
  const month = () => new Date(clock.now).toISOString().slice(0, 7)
  const coaches = new Map<number, Coach>()

  const coachAt = (at: number): Coach => {
    const coach = coaches.get(at) ?? createCoach(at, month())
    coaches.set(at, coach)
    return coach
  }

  /** Signed-in clients. A session ends as time passes. */
  const clients = new Map<Coach, TestClient>()
  const getClient = async (coach: Coach): Promise<TestClient> => {
    const known = clients.get(coach)
    if (known) return known
    const client = instance.client()
    await client.signIn(coach.id, { pool: coach.pool }, coach.locale)
    clients.set(coach, client)
    return client
  }

  const deliver = async (coach: Coach, path: string, body: object) => {
    const client = await getClient(coach)
    const { status, body: response } = await client.deliver(path, body, {
      headers: { [headers.capturedAt]: new Date(clock.now).toISOString() },
    })
    if (status !== 200) throw new Error(`${path} was rejected: ${JSON.stringify(response)}`)
    coach.months.add(month())
    return response
  }

  const registerOrReach = async (coach: Coach, { does, people, young }: StepOf<'register' | 'reach'>) => {
    const impact = { numberOfPeople: people, youngFemale: young, sportType: 'futsal' }
    const { id, country, locale } = coach
    if (does === 'register') {
      const language = locale.slice(0, 2).toUpperCase()
      await deliver(coach, '/api/customers', { token: id, ...work, ...impact, country, language })
      coach.registered = true
    } else {
      await deliver(coach, '/api/save-impact', { customer_id: id, ...impact })
    }
    const season = month().slice(0, 4)
    coach.said.set(season, { month: month(), people, young: Math.round(people * shares[young]) })
  }

  const completeIfDone = (coach: Coach, module: string) => {
    const answers = coach.answers.get(module)?.answers ?? []
    const isDone = coach.finished.has(module) && isWhole(module, answers)
    if (isDone && !coach.completed.has(module)) coach.completed.set(module, month())
  }

  const answer = async (coach: Coach, { module, option, text }: StepOf<'answer'>) => {
    const answers = answersWith(module, option, text)
    const isExtra = findModule(module)?.module.kind === 'extra'
    const path = isExtra ? '/api/save-extra-answers' : '/api/save-answers'
    const idField = isExtra ? 'extra_module_id' : 'video_id'
    await deliver(coach, path, { customer_id: coach.id, [idField]: module, answers })
    coach.answers.set(module, { month: month(), answers })
    completeIfDone(coach, module)
  }

  const finish = async (coach: Coach, moduleId: string) => {
    const module = findModule(moduleId)?.module
    const watched = module?.kind === 'video' ? [[0, module.video.duration]] : []
    const progress = { module_id: moduleId, watched, position: null, read: module?.kind === 'extra' }
    await deliver(coach, '/api/save-progress', { customer_id: coach.id, ...progress })
    coach.finished.add(moduleId)
    completeIfDone(coach, moduleId)
  }

  const certify = async (coach: Coach) => {
    const request = { customer_id: coach.id, course_id: 'football', isFIFA: true }
    const response = await deliver(coach, '/api/check-certificate', request)
    if (response.certificate && !coach.certified.has('football')) coach.certified.set('football', month())
  }

  const doFor = async (coach: Coach, step: Step): Promise<void> => {
    if (step.does === 'register' || step.does === 'reach') await registerOrReach(coach, step)
    else if (step.does === 'answer') await answer(coach, step)
    else if (step.does === 'finish') await finish(coach, step.module)
    else if (step.does === 'certify') await certify(coach)
    else if (step.does === 'open')
      await deliver(coach, '/api/events', { customer_id: coach.id, event_id: 1, value: 'sign-in' })
  }

  /** Erases the account of the coach at a position. The next coach there is a new one. */
  const erase = async (at: number): Promise<void> => {
    const coach = coaches.get(at)
    // A coach who sent nothing has no account.
    if (!coach?.months.size) return
    const deletion = { customer_id: coach.id, reason: 'asked' }
    const statuses: number[] = []
    // Steps at the same time let minutes pass, after which an admin has to sign in again.
    while (statuses.length < 10 && statuses.at(-1) !== 200) {
      const admin = await signInAdmin(instance, clock.now)
      statuses.push((await admin.post('/api/erase-customer', deletion)).status)
    }
    if (statuses.at(-1) !== 200) throw new Error(`The erasure was rejected with ${statuses.join(', ')}.`)
    coaches.delete(at)
  }

  const take = async (step: Step): Promise<void> => {
    clock.now += 60_000
    if (step.does === 'wait') {
      clock.now += step.days * 86_400_000
      clients.clear()
    } else if (step.does === 'erase') {
      await erase(step.at)
    } else {
      await doFor(coachAt(step.at), step)
    }
  }

  return { take, totals: () => countTotals([...coaches.values()]) }
}
