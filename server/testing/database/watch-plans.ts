import { Pool } from 'pg'
import * as v from 'valibot'
import type { Database } from '../../db/database.ts'

type Plan = {
  'Node Type': string
  'Relation Name'?: string | undefined
  'Index Cond'?: string | undefined
  Plans?: Plan[] | undefined
}
const planSchema: v.GenericSchema<Plan> = v.object({
  'Node Type': v.string(),
  'Relation Name': v.optional(v.string()),
  'Index Cond': v.optional(v.string()),
  Plans: v.optional(v.array(v.lazy(() => planSchema))),
})
const loggedPlan = v.object({ 'Query Text': v.string(), Plan: planSchema })

/** A table in the plan of a statement. `whole`: it is read completely, sequentially or by an index. */
export type Read = { statement: string; table: string; whole: boolean }

/** A node below a limit reads an index from one end and stops after a page. */
const listReads = (node: Plan, isLimited = false): Omit<Read, 'statement'>[] => {
  const { 'Node Type': type, 'Relation Name': table, 'Index Cond': condition, Plans = [] } = node
  const isIndex = type === 'Index Scan' || type === 'Index Only Scan'
  const whole = type === 'Seq Scan' || (isIndex && condition === undefined && !isLimited)
  return [
    ...(table === undefined ? [] : [{ table, whole }]),
    ...Plans.flatMap((child) => listReads(child, isLimited || type === 'Limit')),
  ]
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  client_min_messages: 'notice',
}

/**
 * Makes PostgreSQL report the plan of everything that it executes from now on: of each statement, with its
 * parameters, and of the statements of functions, foreign keys and cascades. Returns the reads so far.
 * Requires a superuser.
 */
export const watchPlans = async (db: Database): Promise<readonly Read[]> => {
  const pool = '$client' in db ? db.$client : undefined
  if (!(pool instanceof Pool)) throw new Error('Query plans are available only with PostgreSQL.')
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  for (const [setting, value] of Object.entries(settings))
    await pool.query(`alter database ${rows[0]?.name} set ${setting} = '${value}'`)
  const reads: Read[] = []
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => {
      const [, json] = /^duration: .* plan:\n(.*)$/s.exec(message) ?? []
      if (json === undefined) return
      const { 'Query Text': statement, Plan } = v.parse(loggedPlan, JSON.parse(json))
      for (const { table, whole } of listReads(Plan)) reads.push({ statement, table, whole })
    }),
  )
  // The settings apply only to new connections.
  const idleClients = await Promise.all(Array.from({ length: pool.idleCount }, () => pool.connect()))
  for (const client of idleClients) client.release(true)
  return reads
}
