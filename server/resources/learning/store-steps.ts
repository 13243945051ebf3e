import { and, eq, inArray } from 'drizzle-orm'
import { findModule, type CourseModule } from '../../../src/config/courses.ts'
import type { Answer } from '../../../src/contract/shapes.ts'
import type { Entry, LearningStep, ModuleActivity } from '../../api/handler.ts'
import type { StoreSteps } from '../../api/write-entries.ts'
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
import { isComplete, mergeProgress, deriveProgress, type ProgressRow } from '../progress/progress.ts'
import { resolveAnswers, type AnswersRow, type DeliveredAnswers } from '../surveys/surveys.ts'

/** Lists the questions with a written answer, as rows without the columns of the coach. */
const listWrittenAnswers = ({ customerId, moduleId, answers, answeredAt, sequence }: AnswersRow) => {
  const isText = (id: string) =>
    findModule(moduleId)?.module.survey.some((question) => question.id === id && question.kind === 'text')
  return answers
    .filter(({ question, value }) => value !== '' && isText(question))
    .map(({ question }) => ({ question, customerId, moduleId, answeredAt, sequence }))
}

/** Stores which questions of modules have a written answer. Replaces earlier rows for the same modules. */
const storeWrittenAnswers = async (
  tx: Database,
  customer: string,
  answersRows: readonly AnswersRow[],
): Promise<void> => {
  const modules = answersRows.map(({ moduleId }) => moduleId)
  const isReplaced = and(eq(writtenAnswers.customerId, customer), inArray(writtenAnswers.moduleId, modules))
  await tx.delete(writtenAnswers).where(isReplaced)
  const rows = answersRows.flatMap(listWrittenAnswers)
  if (rows.length === 0) return
  const [coach] = await tx.select().from(customers).where(eq(customers.id, customer))
  if (!coach) return
  const { country, language } = coach
  const coachColumns = { country, locale: `${language.toLowerCase()}-${country}` }
  await tx.insert(writtenAnswers).values(rows.map((row) => Object.assign(row, coachColumns)))
}

type ModuleState = {
  progress: ProgressRow | undefined
  currentAnswers: DeliveredAnswers | undefined
  /** Answers that are no longer current, and must still be stored as replaced. */
  replaced: readonly AnswersRow[]
}

type ModuleStates = ReadonlyMap<string, ModuleState>

/** Reads the stored states of a customer's modules. */
const readStates = async (
  tx: Database,
  customer: string,
  modules: readonly string[],
): Promise<ModuleStates> => {
  const { customerId, moduleId } = moduleProgress
  const progressRows = await tx
    .select()
    .from(moduleProgress)
    .where(and(eq(customerId, customer), inArray(moduleId, modules)))
  const { device, seq } = deliveries
  const deliveredAnswers = await tx
    .select({ row: surveyAnswers, device, seq })
    .from(surveyAnswers)
    .leftJoin(deliveries, eq(deliveries.sequence, surveyAnswers.sequence))
    .where(and(eq(surveyAnswers.customerId, customer), inArray(surveyAnswers.moduleId, modules)))
  return new Map(
    modules.map((id) => [
      id,
      {
        progress: progressRows.find((row) => row.moduleId === id),
        currentAnswers: deliveredAnswers.find(({ row }) => row.moduleId === id),
        replaced: [],
      },
    ]),
  )
}

const saveProgressRows = async (tx: Database, rows: ProgressRow[]): Promise<void> => {
  if (rows.length === 0) return
  const target = [moduleProgress.customerId, moduleProgress.moduleId]
  const set = excludedRow(moduleProgress)
  await tx.insert(moduleProgress).values(rows).onConflictDoUpdate({ target, set })
}

const saveCurrentAnswers = async (tx: Database, customer: string, rows: AnswersRow[]): Promise<void> => {
  if (rows.length === 0) return
  const target = [surveyAnswers.customerId, surveyAnswers.moduleId]
  await tx
    .insert(surveyAnswers)
    .values(rows)
    .onConflictDoUpdate({ target, set: excludedRow(surveyAnswers) })
  await storeWrittenAnswers(tx, customer, rows)
}

/** Stores what differs between two states of the modules. */
const saveStates = async (
  tx: Database,
  customer: string,
  { before, after }: Record<'before' | 'after', ModuleStates>,
): Promise<void> => {
  const changes = [...after].map(([id, { progress, currentAnswers, replaced }]) => ({
    progress: progress === before.get(id)?.progress ? undefined : progress,
    answers: currentAnswers === before.get(id)?.currentAnswers ? undefined : currentAnswers?.row,
    replaced,
  }))
  const replaced = changes.flatMap((change) => change.replaced)
  if (replaced.length > 0) await tx.insert(replacedAnswers).values(replaced)
  await saveCurrentAnswers(
    tx,
    customer,
    changes.flatMap(({ answers }) => answers ?? []),
  )
  await saveProgressRows(
    tx,
    changes.flatMap(({ progress }) => progress ?? []),
  )
}

/** Adds an activity to the progress. Ignores a module that this release does not know. */
const addActivity = (
  state: ModuleState,
  entry: Entry,
  { moduleId, activity }: { moduleId: string; activity: ModuleActivity },
): ModuleState => {
  const module = findModule(moduleId)?.module
  return module ? { ...state, progress: mergeProgress(module, state.progress, { activity, entry }) } : state
}

const addAnswers = (
  state: ModuleState,
  { customer, capturedAt, device, seq, sequence }: Entry,
  { moduleId, answers }: { moduleId: string; answers: Answer[] },
): ModuleState => {
  const row = { customerId: customer, moduleId, answers, device, sequence, answeredAt: capturedAt }
  const { current, replaced } = resolveAnswers(state.currentAnswers, { row, device, seq })
  return {
    ...state,
    currentAnswers: current,
    replaced: replaced ? [...state.replaced, replaced] : state.replaced,
  }
}

/** Sets when a module was first complete: the later time of finishing its video or text and answering. */
const withCompletionTime = (module: CourseModule, state: ModuleState): ModuleState => {
  const { progress, currentAnswers } = state
  if (!progress?.finishedAt || progress.completedAt || !currentAnswers) return state
  if (!isComplete(deriveProgress(module, currentAnswers.row, progress))) return state
  const { finishedAt } = progress
  const { answeredAt } = currentAnswers.row
  const completedAt = finishedAt > answeredAt ? finishedAt : answeredAt
  return { ...state, progress: { ...progress, completedAt } }
}

const applyStep = (state: ModuleState, entry: Entry, step: LearningStep): ModuleState => {
  const newState = 'activity' in step ? addActivity(state, entry, step) : addAnswers(state, entry, step)
  const module = findModule(step.moduleId)?.module
  return module ? withCompletionTime(module, newState) : newState
}

/** Reads the stored states of the modules once, applies the steps in order, and stores what changed. */
export const storeSteps: StoreSteps = async (tx, customer, steps) => {
  const before = await readStates(tx, customer, [...new Set(steps.map(({ step }) => step.moduleId))])
  const after = new Map(before)
  for (const { entry, step } of steps) {
    const state = after.get(step.moduleId)
    if (state) after.set(step.moduleId, applyStep(state, entry, step))
  }
  await saveStates(tx, customer, { before, after })
}
