import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { excludedRow } from '../../db/deliveries/excluded-row.ts'
import { deliveries, moduleProgress, replacedAnswers, surveyAnswers } from '../../db/schema.ts'
import type { Watched } from '../progress/merge-progress.ts'
import type { Answers, Given } from '../surveys/place-answers.ts'
import { storeWritten } from '../surveys/store-written.ts'

/** Progress of a coach in a module, the answers that count, and replaced answers still to be stored. */
export type ModuleState = {
  watched: Watched | undefined
  counting: Given | undefined
  replaced: readonly Answers[]
}

export type ModuleStates = ReadonlyMap<string, ModuleState>

/** Reads the stored states of a customer's modules. */
export const readStates = async (
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
        counting: given.find(({ answers }) => answers.moduleId === id),
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

const saveCounting = async (tx: Database, customer: string, rows: Answers[]): Promise<void> => {
  if (rows.length === 0) return
  const target = [surveyAnswers.customerId, surveyAnswers.moduleId]
  await tx
    .insert(surveyAnswers)
    .values(rows)
    .onConflictDoUpdate({ target, set: excludedRow(surveyAnswers) })
  await storeWritten(tx, customer, rows)
}

export const saveStates = async (
  tx: Database,
  customer: string,
  { before, after }: Record<'before' | 'after', ModuleStates>,
): Promise<void> => {
  const changed = [...after].map(([id, { watched, counting, replaced }]) => ({
    watched: watched === before.get(id)?.watched ? undefined : watched,
    counting: counting === before.get(id)?.counting ? undefined : counting?.answers,
    replaced,
  }))
  const replaced = changed.flatMap((state) => state.replaced)
  if (replaced.length > 0) await tx.insert(replacedAnswers).values(replaced)
  await saveCounting(
    tx,
    customer,
    changed.flatMap(({ counting }) => counting ?? []),
  )
  await saveWatched(
    tx,
    changed.flatMap(({ watched }) => watched ?? []),
  )
}
