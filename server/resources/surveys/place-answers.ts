import { isDeepStrictEqual } from 'node:util'
import { moduleOf } from '../../../src/config/courses.ts'
import { openQuestions } from '../../../src/config/questions.ts'
import { isCapturedLater, isOfOneDevice } from '../../db/deliveries/capture-order.ts'
import type { surveyAnswers } from '../../db/schema.ts'

export type Answers = typeof surveyAnswers.$inferSelect

/** Answers, and the number that their delivery has on its device, if that is known: of one that was lost neither is. */
export type Given = { answers: Answers; device: string | null; seq: number | null }

/** Whether answers have everything that a module asks today: those to an older version of it may lack a question. */
const isComplete = ({ answers: { moduleId, answers } }: Given): boolean => {
  const module = moduleOf(moduleId)?.module
  return module !== undefined && openQuestions(module, answers).length === 0
}

/** Whether answers take the place of those that count: complete ones always do, else those that were captured last. */
const takesPlace = (arrived: Given, known: Given, isLater: boolean): boolean => {
  const complete = isComplete(arrived)
  return complete === isComplete(known) ? isLater : complete
}

const originOf = ({ device, seq, answers }: Given) => ({ device, seq, capturedAt: answers.answeredAt })

/**
 * Puts answers beside those that are known. Those that were captured last count, whichever arrive last. The others are kept, those
 * that their own device replaced as well: nothing that a coach wrote is lost. Answers to an older version of the module, which lack a
 * question of today's, never take the place of complete ones: they are stored beside them.
 */
export const placeAnswers = (
  known: Given | undefined,
  arrived: Given,
): { counting: Given; replaced?: Answers } => {
  if (!known) return { counting: arrived }
  const isLater = isCapturedLater(originOf(arrived), originOf(known))
  if (!takesPlace(arrived, known, isLater)) return { counting: known, replaced: arrived.answers }
  // The clock of their device may have been set back since.
  const isDatedLater = isLater && known.answers.answeredAt > arrived.answers.answeredAt
  const { answeredAt } = (isDatedLater ? known : arrived).answers
  const counting = { ...arrived, answers: { ...arrived.answers, answeredAt } }
  // The same words again replace nothing.
  const isSame =
    isOfOneDevice(arrived, known) && isDeepStrictEqual(arrived.answers.answers, known.answers.answers)
  return isLater && isSame ? { counting } : { counting, replaced: known.answers }
}
