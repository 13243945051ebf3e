import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { activeMonths, programmeTotals } from './schema.ts'

/*
 * The totals are the numbers that admins see about the whole programme. Counting all rows for each view would
 * take too long, so each transaction updates the totals by what it changes. A *fact* is what one customer
 * adds to one total, such as 1 to the registrations of a month.
 */

type Total = typeof programmeTotals.$inferSelect

const createTextColumn = (name: string) => sql<string>`${sql.identifier(name)}`

/** The columns that the database function `programme_facts_of` returns. A migration defines the function. */
const factColumns = {
  measure: createTextColumn('measure'),
  subject: createTextColumn('subject'),
  question: createTextColumn('question'),
  choice: createTextColumn('choice'),
  locale: createTextColumn('locale'),
  country: createTextColumn('country'),
  month: createTextColumn('month'),
  amount: sql<number>`amount`.mapWith(Number),
}

/** Identifies a total: all its columns but the amount. */
const toKey = ({ amount: _amount, ...key }: Total): string => JSON.stringify(key)

/** Selects the facts of a customer's current rows. */
const selectFacts = (tx: Database, customerId: string): Promise<Total[]> =>
  tx.select(factColumns).from(sql`programme_facts_of(${customerId})`)

/** Returns the changes to totals, in an order that prevents deadlocks between transactions. */
const findChanges = (previousFacts: readonly Total[], currentFacts: readonly Total[]): Total[] => {
  const changes = new Map<string, Total>()
  const addFacts = (facts: readonly Total[], sign: 1 | -1) => {
    for (const fact of facts) {
      const key = toKey(fact)
      changes.set(key, { ...fact, amount: (changes.get(key)?.amount ?? 0) + sign * fact.amount })
    }
  }
  addFacts(previousFacts, -1)
  addFacts(currentFacts, 1)
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
 * Runs `work`, which changes the rows of a customer, and then changes the totals by the difference between
 * the customer's facts before and after. The transaction must have locked the customer. The totals change
 * last: all customers share them, and no lock may be awaited while they are locked.
 */
export const withTotals = async <T>(tx: Database, customerId: string, work: () => Promise<T>): Promise<T> => {
  const previousFacts = await selectFacts(tx, customerId)
  const result = await work()
  await addToTotals(tx, findChanges(previousFacts, await selectFacts(tx, customerId)))
  return result
}

/** Records that an entry of a customer reached the server in a month. */
export const recordActiveMonth = async (
  tx: Database,
  customerId: string,
  receivedAt: Date,
): Promise<void> => {
  const month = receivedAt.toISOString().slice(0, 'YYYY-MM'.length)
  await tx.insert(activeMonths).values({ customerId, month }).onConflictDoNothing()
}
