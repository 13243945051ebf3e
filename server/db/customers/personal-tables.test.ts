import { getTableName } from 'drizzle-orm/table'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { tablesWithoutPersonalData, personalTables } from './personal-tables.ts'
import * as schema from '../schema.ts'

const all: PgTable[] = Object.values(schema)
const personal = personalTables.map(({ table }) => table)

test.each(all.map((table) => [getTableName(table), table] as const))(
  '%s is listed as either personal or impersonal',
  (_name, table) => {
    expect([personal.includes(table), tablesWithoutPersonalData.has(table)].filter(Boolean)).toHaveLength(1)
  },
)

test('lists every table with a customer column as personal', () => {
  const named = all.filter((table) =>
    getTableConfig(table).columns.some(({ name }) => name === 'customer_id'),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((table) => !personal.includes(table)).map(getTableName)).toEqual([])
})

test('deletes every row that refers to a customer with the customer', () => {
  const references = all.flatMap((table) => getTableConfig(table).foreignKeys)
  const kept = references
    .filter((key) => key.reference().foreignTable === schema.customers && key.onDelete !== 'cascade')
    .map((key) => getTableName(key.table))
  // Other customers may use the device. The erasure deletes a device that nobody else uses. A change that the
  // customer made of somebody else's role stays.
  expect(kept.toSorted()).toEqual(['devices', 'role_changes'])
})

test('lists no table twice, and gives a reason for each impersonal table', () => {
  expect(new Set(personal).size).toBe(personal.length)
  const reasons = [...tablesWithoutPersonalData.values()]
  expect(reasons.filter((reason) => !/^\w.{15,}\.$/.test(reason))).toEqual([])
})
