import { and, eq, inArray } from 'drizzle-orm'
import { findModule, type CourseModule } from '../../../src/config/courses.ts'
import type { Answer } from '../../../src/contract/shared-schemas.ts'
import type { Entry, ModuleChange, ModuleActivity } from '../../api/handler.ts'
import type { StoreModuleChanges } from '../../api/write-entries.ts'
import type { Database } from '../../db/database.ts'
import { createExcludedRow } from '../../db/deliveries/excluded-row.ts'
import {
  customers,
  deliveries,
  moduleProgress,
  replacedAnswers,
  surveyAnswers,
  writtenAnswers,
} from '../../db/schema.ts'
import { isComplete, mergeProgress, deriveProgress, type ProgressRow } from '../progress/progress.ts'
import { resolveAnswers, type AnswersRow, type DeliveredAnswers } from '../surveys/replaced-answers.ts'

/*
 * A *change* is what one outbox entry says about a module: what a coach watched or read, or the answers to
 * its questions. A module's *state* is what the database contains about the module for one coach.
 */

/** Returns one row for each question with a written answer, without the coach's country and locale. */
const toWrittenAnswerRows = ({ customerId, moduleId, answers, answeredAt, sequence }: AnswersRow) => {
  const isText = (id: string) =>
    findModule(moduleId)?.module.survey.some((question) => question.id === id && question.kind === 'text')
  return answers
    .filter(({ question, value }) => value !== '' && isText(question))
    .map(({ question }) => ({ question, customerId, moduleId, answeredAt, sequence }))
}

/** Stores which questions of modules have a written answer. Replaces earlier rows for the same modules. */
const storeWrittenAnswers = async (
  tx: Database,
  customerId: string,
  answersRows: readonly AnswersRow[],
): Promise<void> => {
  const moduleIds = answersRows.map(({ moduleId }) => moduleId)
  const isOfModules = inArray(writtenAnswers.moduleId, moduleIds)
  await tx.delete(writtenAnswers).where(and(eq(writtenAnswers.customerId, customerId), isOfModules))
  const rows = answersRows.flatMap(toWrittenAnswerRows)
  if (rows.length === 0) return
  const [customer] = await tx.select().from(customers).where(eq(customers.id, customerId))
  // Only for the compiler: the stored deliveries refer to the customer, so the row exists.
  if (!customer) return
  const { country, language } = customer
  const customerColumns = { country, locale: `${language.toLowerCase()}-${country}` }
  await tx.insert(writtenAnswers).values(rows.map((row) => Object.assign(row, customerColumns)))
}

type ModuleState = {
  /** Undefined before the first activity. */
  progress: ProgressRow | undefined
  /** Undefined before the first answers. */
  currentAnswers: DeliveredAnswers | undefined
  /** Answers that a change has replaced and that must still be stored in `replacedAnswers`. */
  replacedRows: readonly AnswersRow[]
}

/** The states of modules, by module id. */
type ModuleStates = ReadonlyMap<string, ModuleState>

/** Reads the stored states of a customer's modules. */
const readModuleStates = async (
  tx: Database,
  customerId: string,
  moduleIds: readonly string[],
): Promise<ModuleStates> => {
  const progressRows = await tx
    .select()
    .from(moduleProgress)
    .where(and(eq(moduleProgress.customerId, customerId), inArray(moduleProgress.moduleId, moduleIds)))
  const { device, seq } = deliveries
  const deliveredAnswers = await tx
    .select({ row: surveyAnswers, device, seq })
    .from(surveyAnswers)
    .leftJoin(deliveries, eq(deliveries.sequence, surveyAnswers.sequence))
    .where(and(eq(surveyAnswers.customerId, customerId), inArray(surveyAnswers.moduleId, moduleIds)))
  return new Map(
    moduleIds.map((id) => [
      id,
      {
        progress: progressRows.find((row) => row.moduleId === id),
        currentAnswers: deliveredAnswers.find(({ row }) => row.moduleId === id),
        replacedRows: [],
      },
    ]),
  )
}

const storeProgressRows = async (tx: Database, rows: ProgressRow[]): Promise<void> => {
  if (rows.length === 0) return
  const target = [moduleProgress.customerId, moduleProgress.moduleId]
  const set = createExcludedRow(moduleProgress)
  await tx.insert(moduleProgress).values(rows).onConflictDoUpdate({ target, set })
}

const storeCurrentAnswers = async (tx: Database, customerId: string, rows: AnswersRow[]): Promise<void> => {
  if (rows.length === 0) return
  const target = [surveyAnswers.customerId, surveyAnswers.moduleId]
  await tx
    .insert(surveyAnswers)
    .values(rows)
    .onConflictDoUpdate({ target, set: createExcludedRow(surveyAnswers) })
  await storeWrittenAnswers(tx, customerId, rows)
}

/** Stores the states that have changed. An unchanged state is the same object before and after. */
const storeChangedStates = async (
  tx: Database,
  customerId: string,
  { before, after }: Record<'before' | 'after', ModuleStates>,
): Promise<void> => {
  const states = [...after]
  const replacedRows = states.flatMap(([, state]) => state.replacedRows)
  const answersRows = states.flatMap(([id, { currentAnswers }]) =>
    currentAnswers && currentAnswers !== before.get(id)?.currentAnswers ? [currentAnswers.row] : [],
  )
  const progressRows = states.flatMap(([id, { progress }]) =>
    progress && progress !== before.get(id)?.progress ? [progress] : [],
  )
  if (replacedRows.length > 0) await tx.insert(replacedAnswers).values(replacedRows)
  await storeCurrentAnswers(tx, customerId, answersRows)
  await storeProgressRows(tx, progressRows)
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

/** Adds answers. Of the new answers and the stored ones, those captured last become current. */
const addAnswers = (
  state: ModuleState,
  { customer: customerId, capturedAt, device, seq, sequence }: Entry,
  { moduleId, answers }: { moduleId: string; answers: Answer[] },
): ModuleState => {
  const row = { customerId, moduleId, answers, device, sequence, answeredAt: capturedAt }
  const { current, replaced } = resolveAnswers(state.currentAnswers, { row, device, seq })
  return {
    ...state,
    currentAnswers: current,
    replacedRows: replaced ? [...state.replacedRows, replaced] : state.replacedRows,
  }
}

/**
 * Sets when a module was first complete: when its video or text was finished or when its questions were
 * answered, whichever was later. Once set, the time stays.
 */
const withCompletionTime = (module: CourseModule, state: ModuleState): ModuleState => {
  const { progress, currentAnswers } = state
  if (!progress?.finishedAt || progress.completedAt || !currentAnswers) return state
  if (!isComplete(deriveProgress(module, currentAnswers.row, progress))) return state
  const { finishedAt } = progress
  const { answeredAt } = currentAnswers.row
  const completedAt = finishedAt > answeredAt ? finishedAt : answeredAt
  return { ...state, progress: { ...progress, completedAt } }
}

const applyChange = (state: ModuleState, entry: Entry, change: ModuleChange): ModuleState => {
  const newState = 'activity' in change ? addActivity(state, entry, change) : addAnswers(state, entry, change)
  const module = findModule(change.moduleId)?.module
  return module ? withCompletionTime(module, newState) : newState
}

/**
 * Stores what a customer's entries change in modules. Reads the states of the modules once, applies all
 * changes to them in memory, and stores the result. The number of SQL statements thus does not grow with the
 * number of changes.
 */
export const storeModuleChanges: StoreModuleChanges = async (tx, customerId, changes) => {
  const moduleIds = new Set(changes.map(({ change }) => change.moduleId))
  const before = await readModuleStates(tx, customerId, [...moduleIds])
  const after = new Map(before)
  for (const { entry, change } of changes) {
    const state = after.get(change.moduleId)
    if (state) after.set(change.moduleId, applyChange(state, entry, change))
  }
  await storeChangedStates(tx, customerId, { before, after })
}
