import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { activeMonths, programmeTotals } from './schema.ts'

type Total = typeof programmeTotals.$inferSelect

const text = (name: string) => sql<string>`${sql.identifier(name)}`
const counted = {
  measure: text('measure'),
  subject: text('subject'),
  question: text('question'),
  choice: text('choice'),
  locale: text('locale'),
  country: text('country'),
  month: text('month'),
  amount: sql<number>`amount`.mapWith(Number),
}

const keyOf = ({ amount: _amount, ...counts }: Total): string => JSON.stringify(counts)

/** What a customer adds to the totals as their rows are now. */
const factsOf = (tx: Database, customer: string): Promise<Total[]> =>
  tx.select(counted).from(sql`programme_facts_of(${customer})`)

/** By how much each total changes; those that do not are left out. In one order for everybody. */
const changesBetween = (before: readonly Total[], after: readonly Total[]): Total[] => {
  const changes = new Map<string, Total>()
  const add = (facts: readonly Total[], sign: 1 | -1) => {
    for (const fact of facts) {
      const key = keyOf(fact)
      changes.set(key, { ...fact, amount: (changes.get(key)?.amount ?? 0) + sign * fact.amount })
    }
  }
  add(before, -1)
  add(after, 1)
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
 * Does something to the rows of a customer, whom the transaction has locked, and changes the totals by what it changed of
 * them. Whatever else the transaction locks comes before the totals, which many wait for: it belongs into `work`.
 */
export const counting = async <T>(tx: Database, customer: string, work: () => Promise<T>): Promise<T> => {
  const before = await factsOf(tx, customer)
  const result = await work()
  await addToTotals(tx, changesBetween(before, await factsOf(tx, customer)))
  return result
}

/** Notes that something of a customer reached the server. */
export const noteActive = async (tx: Database, customer: string, receivedAt: Date): Promise<void> => {
  const month = receivedAt.toISOString().slice(0, 'YYYY-MM'.length)
  await tx.insert(activeMonths).values({ customerId: customer, month }).onConflictDoNothing()
}
