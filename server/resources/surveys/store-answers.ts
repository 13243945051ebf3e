import { and, desc, eq, sql } from 'drizzle-orm'
import { moduleOf } from '../../../src/config/courses.ts'
import { openQuestions } from '../../../src/config/questions.ts'
import type { Answer } from '../../../src/contract/shapes.ts'
import type { Entry } from '../../api/handler.ts'
import { laterOnDevice } from '../../db/capture-order.ts'
import type { Database } from '../../db/database.ts'
import { deliveries, replacedAnswers, surveyAnswers } from '../../db/schema.ts'
import { noteCompletion } from '../progress/note-completion.ts'
import { storeWritten } from './store-written.ts'

type Survey = { customer: string; moduleId: string }

const countingAnswers = async (db: Database, { customer, moduleId }: Survey) => {
  const mine = and(eq(surveyAnswers.customerId, customer), eq(surveyAnswers.moduleId, moduleId))
  const [found] = await db.select().from(surveyAnswers).where(mine)
  return found
}

type Row = typeof surveyAnswers.$inferSelect

/** Whether answers have everything that a module asks today: those to an older version of it may lack a question. */
const isComplete = ({ moduleId, answers }: Pick<Row, 'moduleId' | 'answers'>): boolean => {
  const module = moduleOf(moduleId)?.module
  return module !== undefined && openQuestions(module, answers).length === 0
}

/** Whether answers take the place of those that count: complete ones always do, else those that were captured last. */
const takesPlace = (arrived: Row, known: Row, isLater: boolean): boolean => {
  const complete = isComplete(arrived)
  return complete === isComplete(known) ? isLater : complete
}

/**
 * Stores answers beside those of the coach's other devices. Those that were captured last count, whichever arrive last. The
 * others are kept; only those that their own device replaced are not. Answers to an older version of the module, which lack a
 * question of today's, never take the place of complete ones: they are stored beside them.
 */
export const storeAnswers = async (
  tx: Database,
  { customer, sequence, capturedAt, device }: Entry,
  { moduleId, answers }: { moduleId: string; answers: Answer[] },
): Promise<void> => {
  const arrived = { customerId: customer, moduleId, answers, device, sequence, answeredAt: capturedAt }
  const known = await countingAnswers(tx, { customer, moduleId })
  const [sameDevice] = known ? await laterOnDevice(tx, { sequence, than: known.sequence }) : []
  const isLater = known === undefined || (sameDevice?.isLater ?? known.answeredAt <= capturedAt)
  if (known && !takesPlace(arrived, known, isLater)) {
    await tx.insert(replacedAnswers).values(arrived)
    return
  }
  if (known && !(sameDevice && isLater)) await tx.insert(replacedAnswers).values(known)
  // The clock of their device was set back since.
  const answeredAt = isLater && known && known.answeredAt > capturedAt ? known.answeredAt : capturedAt
  const counting = { ...arrived, answeredAt }
  await tx
    .insert(surveyAnswers)
    .values(counting)
    .onConflictDoUpdate({ target: [surveyAnswers.customerId, surveyAnswers.moduleId], set: counting })
  await storeWritten(tx, counting)
  await noteCompletion(tx, customer, moduleId)
}

/** The answers of a device to a survey that later ones of another device took the place of. */
const replacedOf = async (db: Database, { customer, moduleId }: Survey, device: string) => {
  const mine = [
    eq(replacedAnswers.customerId, customer),
    eq(replacedAnswers.moduleId, moduleId),
    eq(replacedAnswers.device, device),
  ]
  const [found] = await db
    .select({ answers: replacedAnswers.answers, answeredAt: replacedAnswers.answeredAt })
    .from(replacedAnswers)
    .leftJoin(deliveries, eq(deliveries.sequence, replacedAnswers.sequence))
    .where(and(...mine))
    // Of what a restored database had lost, older ones may have arrived later.
    .orderBy(sql`${deliveries.seq} desc nulls last`, desc(replacedAnswers.sequence))
    .limit(1)
  return found && { answers: found.answers, answered_at: found.answeredAt.toISOString() }
}

/** The answers of a coach to a survey as a device of theirs is told of them. */
export const readAnswers = async (db: Database, survey: Survey, device: string) => {
  const found = await countingAnswers(db, survey)
  if (!found) return { answers: null, answered_at: null }
  // Who has answered anew on this device since then has nothing to be told.
  const replaced = found.device === device ? undefined : await replacedOf(db, survey, device)
  const answers = { answers: found.answers, answered_at: found.answeredAt.toISOString() }
  return replaced ? { ...answers, replaced } : answers
}
