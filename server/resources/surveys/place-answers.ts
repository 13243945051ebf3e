import { isDeepStrictEqual } from 'node:util'
import { moduleOf } from '../../../src/config/courses.ts'
import { openQuestions } from '../../../src/config/questions.ts'
import { isCapturedLater, isOfOneDevice } from '../../db/deliveries/capture-order.ts'
import type { surveyAnswers } from '../../db/schema.ts'

export type Answers = typeof surveyAnswers.$inferSelect

/** Answers, with their delivery's device and number. Both are null if unknown, as after a lost delivery. */
export type DeliveredAnswers = { answers: Answers; device: string | null; seq: number | null }

/** Whether answers cover all that a module asks today. Answers to an older version may lack a question. */
const isComplete = ({ answers: { moduleId, answers } }: DeliveredAnswers): boolean => {
  const module = moduleOf(moduleId)?.module
  return module !== undefined && openQuestions(module, answers).length === 0
}

/**
 * Whether answers replace those that count. Complete answers always replace incomplete ones; otherwise the
 * answers captured last win.
 */
const replaces = (arrived: DeliveredAnswers, known: DeliveredAnswers, isLater: boolean): boolean => {
  const complete = isComplete(arrived)
  return complete === isComplete(known) ? isLater : complete
}

const originOf = ({ device, seq, answers }: DeliveredAnswers) => ({
  device,
  seq,
  capturedAt: answers.answeredAt,
})

/**
 * Places answers beside the known ones. The answers captured last count, whichever arrive last. The other
 * answers are kept, even if their own device replaced them: nothing that a coach wrote is lost. Answers to an
 * older version of the module that lack a question never replace complete ones; they are stored beside them.
 */
export const placeAnswers = (
  known: DeliveredAnswers | undefined,
  arrived: DeliveredAnswers,
): { current: DeliveredAnswers; replaced?: Answers } => {
  if (!known) return { current: arrived }
  const isLater = isCapturedLater(originOf(arrived), originOf(known))
  if (!replaces(arrived, known, isLater)) return { current: known, replaced: arrived.answers }
  // The device's clock may have been set back since.
  const isDatedLater = isLater && known.answers.answeredAt > arrived.answers.answeredAt
  const { answeredAt } = (isDatedLater ? known : arrived).answers
  const current = { ...arrived, answers: { ...arrived.answers, answeredAt } }
  // Identical answers replace nothing.
  const isSame =
    isOfOneDevice(arrived, known) && isDeepStrictEqual(arrived.answers.answers, known.answers.answers)
  return isLater && isSame ? { current } : { current, replaced: known.answers }
}
