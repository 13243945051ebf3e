import { moduleOf, type CourseModule } from '../../../src/config/courses.ts'
import type { Answer } from '../../../src/contract/shapes.ts'
import type { Done, Entry, LearningStep } from '../../api/handler.ts'
import type { StoreSteps } from '../../api/store-effects.ts'
import { mergeProgress } from '../progress/merge-progress.ts'
import { isComplete, progressOf } from '../progress/read-progress.ts'
import { placeAnswers } from '../surveys/place-answers.ts'
import { readStates, saveStates, type ModuleState } from './module-states.ts'

/** Ignores modules of other releases that this one does not know. */
const afterDone = (state: ModuleState, entry: Entry, step: { moduleId: string; done: Done }): ModuleState => {
  const module = moduleOf(step.moduleId)?.module
  return module ? { ...state, watched: mergeProgress(module, state.watched, { ...step, entry }) } : state
}

const afterAnswers = (
  state: ModuleState,
  { customer, capturedAt, device, seq, sequence }: Entry,
  { moduleId, answers }: { moduleId: string; answers: Answer[] },
): ModuleState => {
  const row = { customerId: customer, moduleId, answers, device, sequence, answeredAt: capturedAt }
  const { counting, replaced } = placeAnswers(state.counting, { answers: row, device, seq })
  return { ...state, counting, replaced: replaced ? [...state.replaced, replaced] : state.replaced }
}

/** Sets the time at which a module was first complete: the later of the film or text and the answers. */
const noteCompletion = (module: CourseModule, state: ModuleState): ModuleState => {
  const { watched, counting } = state
  if (!watched?.finishedAt || watched.completedAt || !counting) return state
  if (!isComplete(progressOf(module, counting.answers, watched))) return state
  const { finishedAt } = watched
  const { answeredAt } = counting.answers
  return { ...state, watched: { ...watched, completedAt: finishedAt > answeredAt ? finishedAt : answeredAt } }
}

const afterStep = (state: ModuleState, entry: Entry, step: LearningStep): ModuleState => {
  const next = 'done' in step ? afterDone(state, entry, step) : afterAnswers(state, entry, step)
  const module = moduleOf(step.moduleId)?.module
  return module ? noteCompletion(module, next) : next
}

/** Reads the stored states of the modules once, applies the steps in order, and stores what changed. */
export const storeSteps: StoreSteps = async (tx, customer, steps) => {
  const before = await readStates(tx, customer, [...new Set(steps.map(({ step }) => step.moduleId))])
  const after = new Map(before)
  for (const { entry, step } of steps) {
    const state = after.get(step.moduleId)
    if (state) after.set(step.moduleId, afterStep(state, entry, step))
  }
  await saveStates(tx, customer, { before, after })
}
