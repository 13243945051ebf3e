import { isDeepStrictEqual } from 'node:util'
import { moduleOf } from '../../../src/config/courses.ts'
import { openQuestions } from '../../../src/config/questions.ts'
import { isCapturedLater, isOfOneDevice } from '../../db/deliveries/capture-order.ts'
import type { surveyAnswers } from '../../db/schema.ts'

/** A coach's answers to a survey, as stored. */
export type AnswersRow = typeof surveyAnswers.$inferSelect

/** Answers, with their delivery's device and number. Both are null if unknown, as after a lost delivery. */
export type DeliveredAnswers = { row: AnswersRow; device: string | null; seq: number | null }

/** Whether answers cover all that a module asks today. Answers to an older version may lack a question. */
const isComplete = ({ row: { moduleId, answers } }: DeliveredAnswers): boolean => {
  const module = moduleOf(moduleId)?.module
  return module !== undefined && openQuestions(module, answers).length === 0
}

/**
 * Whether answers replace those that count. Complete answers always replace incomplete ones; otherwise the
 * answers captured last win.
 */
const isReplacement = (arrived: DeliveredAnswers, current: DeliveredAnswers, isLater: boolean): boolean => {
  const isArrivedComplete = isComplete(arrived)
  return isArrivedComplete === isComplete(current) ? isLater : isArrivedComplete
}

const originOf = ({ device, seq, row }: DeliveredAnswers) => ({ device, seq, capturedAt: row.answeredAt })

/**
 * Decides whether arrived answers or the current ones count. The answers captured last count, whichever
 * arrive last. The other answers are kept as `replaced`, even if their own device replaced them: nothing that
 * a coach wrote is lost. Answers to an older version of the module that lack a question never replace
 * complete ones.
 */
export const resolveAnswers = (
  current: DeliveredAnswers | undefined,
  arrived: DeliveredAnswers,
): { current: DeliveredAnswers; replaced?: AnswersRow } => {
  if (!current) return { current: arrived }
  const isLater = isCapturedLater(originOf(arrived), originOf(current))
  if (!isReplacement(arrived, current, isLater)) return { current, replaced: arrived.row }
  // Although captured later, the arrived answers have an earlier time if the device's clock was set back.
  const wasClockSetBack = isLater && current.row.answeredAt > arrived.row.answeredAt
  const { answeredAt } = (wasClockSetBack ? current : arrived).row
  const newCurrent = { ...arrived, row: { ...arrived.row, answeredAt } }
  // Identical answers replace nothing.
  const isSame =
    isOfOneDevice(arrived, current) && isDeepStrictEqual(arrived.row.answers, current.row.answers)
  return isLater && isSame ? { current: newCurrent } : { current: newCurrent, replaced: current.row }
}
