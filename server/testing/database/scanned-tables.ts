import { sql, type SQLWrapper } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../../db/database.ts'

type Plan = { 'Node Type': string; 'Relation Name'?: string | undefined; Plans?: Plan[] | undefined }
const planSchema: v.GenericSchema<Plan> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => planSchema))),
})
const explainResult = v.object({
  rows: v.tuple([v.object({ 'QUERY PLAN': v.tuple([v.object({ Plan: planSchema })]) })]),
})

const scannedIn = ({ 'Node Type': type, 'Relation Name': table, Plans = [] }: Plan): string[] => [
  ...(type === 'Seq Scan' && table !== undefined ? [table] : []),
  ...Plans.flatMap(scannedIn),
]

/** The tables that PostgreSQL plans to scan sequentially for a query. */
export const findScannedTables = async (db: Database, query: SQLWrapper): Promise<string[]> => {
  const result = v.parse(explainResult, await db.execute(sql`explain (format json) ${query.getSQL()}`))
  return scannedIn(result.rows[0]['QUERY PLAN'][0].Plan)
}
