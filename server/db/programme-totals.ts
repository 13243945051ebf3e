import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { activeMonths, programmeTotals } from './schema.ts'

type Total = typeof programmeTotals.$inferSelect

const textColumn = (name: string) => sql<string>`${sql.identifier(name)}`

/** The columns that the database function `programme_facts_of` returns. */
const factColumns = {
  measure: textColumn('measure'),
  subject: textColumn('subject'),
  question: textColumn('question'),
  choice: textColumn('choice'),
  locale: textColumn('locale'),
  country: textColumn('country'),
  month: textColumn('month'),
  amount: sql<number>`amount`.mapWith(Number),
}

const toKey = ({ amount: _amount, ...key }: Total): string => JSON.stringify(key)

/** Selects what a customer's current rows add to the totals. */
const selectFacts = (tx: Database, customer: string): Promise<Total[]> =>
  tx.select(factColumns).from(sql`programme_facts_of(${customer})`)

/** Returns the changes to totals, sorted: deadlocks are impossible if all transactions use the same order. */
const findChanges = (previousFacts: readonly Total[], currentFacts: readonly Total[]): Total[] => {
  const changes = new Map<string, Total>()
  const add = (facts: readonly Total[], sign: 1 | -1) => {
    for (const fact of facts) {
      const key = toKey(fact)
      changes.set(key, { ...fact, amount: (changes.get(key)?.amount ?? 0) + sign * fact.amount })
    }
  }
  add(previousFacts, -1)
  add(currentFacts, 1)
  return [...changes]
    .filter(([, { amount }]) => amount !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change)
}

const addToTotals = async (tx: Database, changes: Total[]): Promise<void> => {
  if (changes.length === 0) return
  const { measure, subject, question, choice, locale, month, amount } = programmeTotals
  await tx
    .insert(programmeTotals)
    .values(changes)
    .onConflictDoUpdate({
      target: [measure, subject, question, choice, locale, month],
      set: { amount: sql`${amount} + excluded.amount` },
    })
}

/**
 * Runs `work`, which changes the rows of a customer whom the transaction has locked, and updates the totals
 * by the difference. Many transactions wait for the totals, so `work` must take every other lock before.
 */
export const withTotals = async <T>(tx: Database, customer: string, work: () => Promise<T>): Promise<T> => {
  const previousFacts = await selectFacts(tx, customer)
  const result = await work()
  await addToTotals(tx, findChanges(previousFacts, await selectFacts(tx, customer)))
  return result
}

/** Records that an entry of a customer reached the server in a month. */
export const recordActiveMonth = async (tx: Database, customer: string, receivedAt: Date): Promise<void> => {
  const month = receivedAt.toISOString().slice(0, 'YYYY-MM'.length)
  await tx.insert(activeMonths).values({ customerId: customer, month }).onConflictDoNothing()
}
