import { ne, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { programmeFacts } from '../../db/tables/programme-facts.ts'
import { programmeTotals } from '../../db/schema.ts'

type Total = Pick<
  typeof programmeTotals.$inferSelect,
  'measure' | 'subject' | 'question' | 'choice' | 'locale' | 'month' | 'amount'
>

/** Totals by their key. */
const byKey = (totals: readonly Total[]): Record<string, number> =>
  Object.fromEntries(
    totals.map(({ measure, subject, question, choice, locale, month, amount }) => [
      [measure, subject, question, choice, locale, month].filter(Boolean).join(' '),
      amount,
    ]),
  )

/** The stored totals. */
export const storedTotals = async (db: Database) =>
  byKey(await db.select().from(programmeTotals).where(ne(programmeTotals.amount, 0)))

/** The totals computed from the current rows of all coaches. */
export const totalsOfRows = async (db: Database) => {
  const { measure, subject, question, choice, locale, month } = programmeFacts
  const key = { measure, subject, question, choice, locale, month }
  const amount = sql<number>`sum(${programmeFacts.amount})`.mapWith(Number)
  const rows = await db
    .select({ ...key, amount })
    .from(programmeFacts)
    .groupBy(...Object.values(key))
  return byKey(rows.filter((row) => row.amount !== 0))
}
