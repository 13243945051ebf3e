import { randomUUID } from 'node:crypto'
import { findModule } from '../../../src/config/courses.ts'
import { isRequired } from '../../../src/config/questions.ts'
import { headers } from '../../../src/contract/product-api.ts'
import type { Answer } from '../../../src/contract/shapes.ts'
import type { TestApp } from '../start-test-app.ts'
import { signInAdmin } from '../sync-log/sync-fixtures.ts'
import type { TestClient } from '../test-client.ts'

const markets = [
  { pool: 'BR', locale: 'pt-BR', country: 'BR' },
  { pool: 'GB', locale: 'en-GB', country: 'GB' },
  { pool: 'MX', locale: 'es-MX', country: 'MX' },
] as const

/** A model of what a coach did, from which the expected totals follow. It reads nothing from the database. */
type Coach = (typeof markets)[number] & {
  id: string
  since: string
  registered: boolean
  months: Set<string>
  said: Map<string, { month: string; people: number; young: number }>
  answers: Map<string, { month: string; answers: Answer[] }>
  finished: Set<string>
  completed: Map<string, string>
  certified: Map<string, string>
}

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

const shares = { none: 0, few: 0.25, half: 0.5, most: 0.75, all: 1 }

const newCoach = (at: number, since: string): Coach => ({
  ...(markets[at % markets.length] ?? markets[0]),
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

const isWhole = (moduleId: string, answers: readonly Answer[]) =>
  (findModule(moduleId)?.module.survey ?? [])
    .filter(isRequired)
    .every(({ id }) => answers.some(({ question, value }) => question === id && value.length > 0))

/** The totals of all coaches. */
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
  const copy = api.createCopy({ clock })
  const month = () => new Date(clock.now).toISOString().slice(0, 7)
  const coaches = new Map<number, Coach>()

  const coachAt = (at: number): Coach => {
    const coach = coaches.get(at) ?? newCoach(at, month())
    coaches.set(at, coach)
    return coach
  }

  /** Signed-in clients. A session ends as time passes. */
  const clients = new Map<Coach, TestClient>()
  const getClient = async (coach: Coach): Promise<TestClient> => {
    const known = clients.get(coach)
    if (known) return known
    const client = copy.client()
    await client.signIn(coach.id, { pool: coach.pool }, coach.locale)
    clients.set(coach, client)
    return client
  }

  const deliver = async (coach: Coach, path: string, body: object) => {
    const client = await getClient(coach)
    const { status, body: response } = await client.deliver(path, body, {
      headers: { [headers.capturedAt]: new Date(clock.now).toISOString() },
    })
    if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(response)}`)
    coach.months.add(month())
    return response
  }

  const say = (coach: Coach, people: number, young: keyof typeof shares) =>
    coach.said.set(month().slice(0, 4), { month: month(), people, young: Math.round(people * shares[young]) })

  const complete = (coach: Coach, module: string) => {
    const answers = coach.answers.get(module)?.answers ?? []
    if (coach.finished.has(module) && isWhole(module, answers) && !coach.completed.has(module))
      coach.completed.set(module, month())
  }

  const doFor = async (coach: Coach, step: Step): Promise<void> => {
    const mine = { customer_id: coach.id }
    if (step.does === 'register' || step.does === 'reach') {
      const impact = { numberOfPeople: step.people, youngFemale: step.young, sportType: 'futsal' }
      const { country, locale } = coach
      const work = {
        organisation: 'mx',
        workFrom: 'x',
        phone: '',
        job: 'coach',
        partner: '-',
        mktChannel: 'other',
      }
      const language = locale.slice(0, 2).toUpperCase()
      if (step.does === 'reach') await deliver(coach, '/api/save-impact', { ...mine, ...impact })
      else await deliver(coach, '/api/customers', { token: coach.id, ...work, ...impact, country, language })
      coach.registered ||= step.does === 'register'
      say(coach, step.people, step.young)
    } else if (step.does === 'answer') {
      const answers = answersWith(step.module, step.option, step.text)
      const isExtra = findModule(step.module)?.module.kind === 'extra'
      const [path, id] = isExtra
        ? ['/api/save-extra-answers', 'extra_module_id']
        : ['/api/save-answers', 'video_id']
      await deliver(coach, path, { ...mine, [id]: step.module, answers })
      coach.answers.set(step.module, { month: month(), answers })
      complete(coach, step.module)
    } else if (step.does === 'finish') {
      const module = findModule(step.module)?.module
      const watched = module?.kind === 'video' ? [[0, module.video.duration]] : []
      const done = { module_id: step.module, watched, position: null, read: module?.kind === 'extra' }
      await deliver(coach, '/api/save-progress', { ...mine, ...done })
      coach.finished.add(step.module)
      complete(coach, step.module)
    } else if (step.does === 'certify') {
      const response = await deliver(coach, '/api/check-certificate', {
        ...mine,
        course_id: 'football',
        isFIFA: true,
      })
      if (response.certificate && !coach.certified.has('football')) coach.certified.set('football', month())
    } else if (step.does === 'open') {
      await deliver(coach, '/api/events', { ...mine, event_id: 1, value: 'sign-in' })
    }
  }

  const take = async (step: Step): Promise<void> => {
    clock.now += 60_000
    if (step.does === 'wait') {
      clock.now += step.days * 86_400_000
      clients.clear()
    } else if (step.does !== 'erase') await doFor(coachAt(step.at), step)
    else if (coaches.get(step.at)?.months.size) {
      const admin = await signInAdmin(copy)
      const wish = { customer_id: coaches.get(step.at)?.id, reason: 'asked' }
      const { status } = await admin.post('/api/erase-customer', wish)
      if (status !== 200) throw new Error(`The erasure was refused with ${status}.`)
      // The next coach at this position is a new one.
      coaches.delete(step.at)
    }
  }

  return { take, totals: () => countTotals([...coaches.values()]) }
}
