import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { surveyAnswers } from '../../db/schema.ts'
import type { CustomerHandler, OutboxHandler } from '../../api/handler.ts'
import { checkAnswers } from './check-answers.ts'
import { readAnswers } from './read-answers.ts'

const saveAnswers: OutboxHandler<'saveAnswers'> = {
  refuse: ({ video_id: moduleId, answers }, version) => checkAnswers(moduleId, answers, version),
  adds: (_entry, { video_id: moduleId, answers }) => [{ step: { moduleId, answers } }],
}

const saveExtraAnswers: OutboxHandler<'saveExtraAnswers'> = {
  refuse: ({ extra_module_id: moduleId, answers }, version) => checkAnswers(moduleId, answers, version),
  adds: (_entry, { extra_module_id: moduleId, answers }) => [{ step: { moduleId, answers } }],
}

/** The calls that save and read the answers to the surveys of modules. */
export const createSurveys = ({ db }: { db: Database }) => {
  const getAnswers: CustomerHandler<'getAnswers'> = ({ video_id: moduleId }, { customer, device }) =>
    readAnswers(db, { customer, moduleId }, device)

  const getExtraAnswers: CustomerHandler<'getExtraAnswers'> = (body, { customer, device }) =>
    readAnswers(db, { customer, moduleId: body.extra_module_id }, device)

  const checkSurvey: CustomerHandler<'checkSurvey'> = async ({ video_id: id }, { customer }) => {
    const mine = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, id))
    return { answered: (await db.$count(surveyAnswers, mine)) > 0 }
  }

  return { saveAnswers, saveExtraAnswers, getAnswers, getExtraAnswers, checkSurvey }
}
