import { and, eq, inArray } from 'drizzle-orm'
import { moduleOf, type CourseModule } from '../../../src/config/courses.ts'
import type { Answer } from '../../../src/contract/shapes.ts'
import type { Done, Entry, LearningStep } from '../../api/handler.ts'
import type { StoreSteps } from '../../api/store-effects.ts'
import type { Database } from '../../db/database.ts'
import { excludedRow } from '../../db/deliveries/excluded-row.ts'
import {
  customers,
  deliveries,
  moduleProgress,
  replacedAnswers,
  surveyAnswers,
  writtenAnswers,
} from '../../db/schema.ts'
import { mergeProgress, type Watched } from '../progress/progress.ts'
import { isComplete, progressOf } from '../progress/progress.ts'
import { placeAnswers, type Answers, type DeliveredAnswers } from '../surveys/place-answers.ts'

const writtenOf = ({ customerId, moduleId, answers, answeredAt, sequence }: Answers) => {
  const isText = (id: string) =>
    moduleOf(moduleId)?.module.survey.some((question) => question.id === id && question.kind === 'text')
  return answers
    .filter(({ question, value }) => value !== '' && isText(question))
    .map(({ question }) => ({ question, customerId, moduleId, answeredAt, sequence }))
}

/** Stores which questions of modules have a written answer, in place of earlier rows for the same modules. */
const storeWritten = async (tx: Database, customer: string, current: readonly Answers[]): Promise<void> => {
  const modules = current.map(({ moduleId }) => moduleId)
  const mine = and(eq(writtenAnswers.customerId, customer), inArray(writtenAnswers.moduleId, modules))
  await tx.delete(writtenAnswers).where(mine)
  const written = current.flatMap(writtenOf)
  if (written.length === 0) return
  const [coach] = await tx.select().from(customers).where(eq(customers.id, customer))
  if (!coach) return
  const { country, language } = coach
  const place = { country, locale: `${language.toLowerCase()}-${country}` }
  await tx.insert(writtenAnswers).values(written.map((row) => Object.assign(row, place)))
}

/** Progress of a coach in a module, the answers that count, and replaced answers still to be stored. */
type ModuleState = {
  watched: Watched | undefined
  current: DeliveredAnswers | undefined
  replaced: readonly Answers[]
}

type ModuleStates = ReadonlyMap<string, ModuleState>

/** Reads the stored states of a customer's modules. */
const readStates = async (
  tx: Database,
  customer: string,
  modules: readonly string[],
): Promise<ModuleStates> => {
  const { customerId, moduleId } = moduleProgress
  const watched = await tx
    .select()
    .from(moduleProgress)
    .where(and(eq(customerId, customer), inArray(moduleId, modules)))
  const { device, seq } = deliveries
  const given = await tx
    .select({ answers: surveyAnswers, device, seq })
    .from(surveyAnswers)
    .leftJoin(deliveries, eq(deliveries.sequence, surveyAnswers.sequence))
    .where(and(eq(surveyAnswers.customerId, customer), inArray(surveyAnswers.moduleId, modules)))
  return new Map(
    modules.map((id) => [
      id,
      {
        watched: watched.find((row) => row.moduleId === id),
        current: given.find(({ answers }) => answers.moduleId === id),
        replaced: [],
      },
    ]),
  )
}

const saveWatched = async (tx: Database, rows: Watched[]): Promise<void> => {
  if (rows.length === 0) return
  const target = [moduleProgress.customerId, moduleProgress.moduleId]
  const set = excludedRow(moduleProgress)
  await tx.insert(moduleProgress).values(rows).onConflictDoUpdate({ target, set })
}

const saveCurrent = async (tx: Database, customer: string, rows: Answers[]): Promise<void> => {
  if (rows.length === 0) return
  const target = [surveyAnswers.customerId, surveyAnswers.moduleId]
  await tx
    .insert(surveyAnswers)
    .values(rows)
    .onConflictDoUpdate({ target, set: excludedRow(surveyAnswers) })
  await storeWritten(tx, customer, rows)
}

const saveStates = async (
  tx: Database,
  customer: string,
  { before, after }: Record<'before' | 'after', ModuleStates>,
): Promise<void> => {
  const changed = [...after].map(([id, { watched, current, replaced }]) => ({
    watched: watched === before.get(id)?.watched ? undefined : watched,
    current: current === before.get(id)?.current ? undefined : current?.answers,
    replaced,
  }))
  const replaced = changed.flatMap((state) => state.replaced)
  if (replaced.length > 0) await tx.insert(replacedAnswers).values(replaced)
  await saveCurrent(
    tx,
    customer,
    changed.flatMap(({ current }) => current ?? []),
  )
  await saveWatched(
    tx,
    changed.flatMap(({ watched }) => watched ?? []),
  )
}

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
  const { current, replaced } = placeAnswers(state.current, { answers: row, device, seq })
  return { ...state, current, replaced: replaced ? [...state.replaced, replaced] : state.replaced }
}

/** Sets the time at which a module was first complete: the later of the film or text and the answers. */
const withCompletionTime = (module: CourseModule, state: ModuleState): ModuleState => {
  const { watched, current } = state
  if (!watched?.finishedAt || watched.completedAt || !current) return state
  if (!isComplete(progressOf(module, current.answers, watched))) return state
  const { finishedAt } = watched
  const { answeredAt } = current.answers
  return { ...state, watched: { ...watched, completedAt: finishedAt > answeredAt ? finishedAt : answeredAt } }
}

const afterStep = (state: ModuleState, entry: Entry, step: LearningStep): ModuleState => {
  const next = 'done' in step ? afterDone(state, entry, step) : afterAnswers(state, entry, step)
  const module = moduleOf(step.moduleId)?.module
  return module ? withCompletionTime(module, next) : next
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
