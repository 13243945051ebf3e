import { and, eq, min } from 'drizzle-orm'
import type { Answer } from '../../../src/contract/shapes.ts'
import type { Database } from '../../db/database.ts'
import { storeNewest } from '../../db/store-newest.ts'
import { moduleEvents, surveyAnswers } from '../../db/schema.ts'
import type { CustomerHandler, Entry, OutboxHandler } from '../../api/handler.ts'
import { checkAnswers } from './check-answers.ts'

const store = async (tx: Database, entry: Entry, survey: { moduleId: string; answers: Answer[] }) => {
  const { customer: customerId, sequence, receivedAt: answeredAt } = entry
  const row = { ...survey, customerId, sequence, answeredAt }
  await storeNewest(tx, {
    table: surveyAnswers,
    key: [surveyAnswers.customerId, surveyAnswers.moduleId],
    row,
  })
  return {}
}

const saveAnswers: OutboxHandler<'saveAnswers'> = {
  refuse: ({ video_id: moduleId, answers }) => checkAnswers(moduleId, answers),
  write: (tx, entry, { video_id: moduleId, answers }) => store(tx, entry, { moduleId, answers }),
}

const saveExtraAnswers: OutboxHandler<'saveExtraAnswers'> = {
  refuse: ({ extra_module_id: moduleId, answers }) => checkAnswers(moduleId, answers),
  write: (tx, entry, { extra_module_id: moduleId, answers }) => store(tx, entry, { moduleId, answers }),
}

/** The surveys of modules: saving answers, and reading what was answered. */
export const createSurveys = ({ db }: { db: Database }) => {
  const stored = async (customer: string, moduleId: string) => {
    const [found] = await db
      .select({ answers: surveyAnswers.answers, answeredAt: surveyAnswers.answeredAt })
      .from(surveyAnswers)
      .where(and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId)))
    return found
      ? { answers: found.answers, answered_at: found.answeredAt.toISOString() }
      : { answers: null, answered_at: null }
  }

  const getAnswers: CustomerHandler<'getAnswers'> = ({ video_id: id }, { customer }) => stored(customer, id)

  const getExtraAnswers: CustomerHandler<'getExtraAnswers'> = ({ extra_module_id: id }, { customer }) =>
    stored(customer, id)

  const checkSurvey: CustomerHandler<'checkSurvey'> = async ({ video_id: id }, { customer }) => {
    const { answers } = await stored(customer, id)
    return { answered: answers !== null }
  }

  const statusSurvey: CustomerHandler<'statusSurvey'> = async (_body, { customer }) => {
    const surveys = await db
      .select({ module: surveyAnswers.moduleId, at: surveyAnswers.answeredAt })
      .from(surveyAnswers)
      .where(eq(surveyAnswers.customerId, customer))
      .orderBy(surveyAnswers.moduleId)
    const completed = and(
      eq(moduleEvents.customerId, customer),
      eq(moduleEvents.type, 'module'),
      eq(moduleEvents.action, 'complete'),
    )
    const modules = await db
      .select({ module: moduleEvents.moduleId, at: min(moduleEvents.receivedAt) })
      .from(moduleEvents)
      .where(completed)
      .groupBy(moduleEvents.moduleId)
      .orderBy(moduleEvents.moduleId)
    return {
      surveys: surveys.map(({ module, at }) => ({ module_id: module, answered_at: at.toISOString() })),
      modules: modules.flatMap(({ module, at }) =>
        at ? [{ module_id: module, completed_at: at.toISOString() }] : [],
      ),
    }
  }

  return { saveAnswers, saveExtraAnswers, getAnswers, getExtraAnswers, checkSurvey, statusSurvey }
}
