import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, sql } from 'drizzle-orm'
import { findModule } from '../../../src/config/courses.ts'
import { findUnansweredQuestions } from '../../../src/config/questions.ts'
import type { Database } from '../../db/database.ts'
import { isCapturedLater, isSameDevice } from '../../db/deliveries/capture-order.ts'
import { deliveries, replacedAnswers, type surveyAnswers } from '../../db/schema.ts'

/*
 * A coach may answer a survey again, on the same device or on another one. One set of answers is current; the
 * others are stored as replaced answers, which `resources/learning/store-module-changes.ts` inserts.
 */

export type AnswersRow = typeof surveyAnswers.$inferSelect

/**
 * A coach's answers to a module, with the device that captured them and their entry's number there. Both are
 * null if they are unknown: the device did not send them, or a restored database has lost the delivery.
 */
export type DeliveredAnswers = { row: AnswersRow; device: string | null; seq: number | null }

/** Whether answers cover all questions that a module has today. Answers to an older version may not. */
const isComplete = ({ row: { moduleId, answers } }: DeliveredAnswers): boolean => {
  const module = findModule(moduleId)?.module
  return module !== undefined && findUnansweredQuestions(module, answers).length === 0
}

/**
 * Whether arrived answers replace the current ones. Complete answers always replace incomplete ones;
 * otherwise the answers captured last win.
 */
const isReplacement = (arrived: DeliveredAnswers, current: DeliveredAnswers, isLater: boolean): boolean => {
  const isArrivedComplete = isComplete(arrived)
  return isArrivedComplete === isComplete(current) ? isLater : isArrivedComplete
}

const toOrigin = ({ device, seq, row }: DeliveredAnswers) => ({ device, seq, capturedAt: row.answeredAt })

/**
 * Decides which answers of a coach to a module are the current ones: those that were stored or those that
 * have arrived. The answers captured last win, regardless of the order of arrival, but incomplete answers to
 * an older version of the module never replace complete ones. The others are returned as `replaced` and
 * stored, too, so that nothing that a coach wrote is lost.
 */
export const resolveAnswers = (
  current: DeliveredAnswers | undefined,
  arrived: DeliveredAnswers,
): { current: DeliveredAnswers; replaced?: AnswersRow } => {
  if (!current) return { current: arrived }
  const isLater = isCapturedLater(toOrigin(arrived), toOrigin(current))
  if (!isReplacement(arrived, current, isLater)) return { current, replaced: arrived.row }
  // If the device's clock was set back, answers that were captured later have an earlier time. They get the
  // time of the answers that they replace, so that an older value of another device does not win.
  const wasClockSetBack = isLater && current.row.answeredAt > arrived.row.answeredAt
  const { answeredAt } = (wasClockSetBack ? current : arrived).row
  const newCurrent = { ...arrived, row: { ...arrived.row, answeredAt } }
  // Identical answers of the same device replace nothing that has to be stored.
  const isSame = isSameDevice(arrived, current) && isDeepStrictEqual(arrived.row.answers, current.row.answers)
  return isLater && isSame ? { current: newCurrent } : { current: newCurrent, replaced: current.row }
}

/** A survey of a coach: the questions of one module. */
export type Survey = { customer: string; moduleId: string }

/** Finds a device's answers to a survey that later answers of another device replaced. */
export const findReplacedAnswers = async (db: Database, { customer, moduleId }: Survey, deviceId: string) => {
  const isOfDevice = and(
    eq(replacedAnswers.customerId, customer),
    eq(replacedAnswers.moduleId, moduleId),
    eq(replacedAnswers.device, deviceId),
  )
  const [row] = await db
    .select({ answers: replacedAnswers.answers, answeredAt: replacedAnswers.answeredAt })
    .from(replacedAnswers)
    .leftJoin(deliveries, eq(deliveries.sequence, replacedAnswers.sequence))
    .where(isOfDevice)
    // After a restore, older answers may have arrived later.
    .orderBy(sql`${deliveries.seq} desc nulls last`, desc(replacedAnswers.sequence))
    .limit(1)
  return row && { answers: row.answers, answered_at: row.answeredAt.toISOString() }
}
