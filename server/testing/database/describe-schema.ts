import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from '../../db/database.ts'

const schemaFactSchema = v.object({
  /** The table of the fact, or null. */
  relation: v.nullable(v.string()),
  fact: v.string(),
  /** Whether a writer that does not know the fact can still write. */
  isOptional: v.boolean(),
})

/** A fact about the schema as text: statements rely on it, or the database requires it of them. */
export type SchemaFact = v.InferOutput<typeof schemaFactSchema>

const queryResult = v.object({ rows: v.array(schemaFactSchema) })

const isPublic = (relation: string) => `${relation}.relnamespace = 'public'::regnamespace`

const facts = sql.raw(`
  select relname as relation, relkind = 'v' or not attnotnull or atthasdef or attidentity <> '' as "isOptional",
    format('column %I.%I %s', relname, attname, format_type(atttypid, atttypmod))
      || case when attnotnull then ' not null' else '' end || case attidentity when '' then '' else ' identity' end
      || coalesce(' default ' || pg_get_expr(adbin, adrelid), '') as fact
  from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where ${isPublic('pg_class')} and relkind in ('r', 'v') and attnum > 0 and not attisdropped
  union all
  select relname, false, format('%I: %s', relname, pg_get_constraintdef(pg_constraint.oid))
  from pg_constraint join pg_class on pg_class.oid = conrelid where ${isPublic('pg_class')} and contype <> 'n'
  union all
  select held.relname, false, format('%I: its rows cannot be deleted while %I refers to them', held.relname, holder.relname)
  from pg_constraint join pg_class as held on held.oid = confrelid join pg_class as holder on holder.oid = conrelid
  where ${isPublic('held')} and confdeltype in ('a', 'r')
  union all
  select relname, false, pg_get_indexdef(indexrelid)
  from pg_index join pg_class on pg_class.oid = indrelid where ${isPublic('pg_class')} and indisunique
  union all
  select relname, false, pg_get_triggerdef(pg_trigger.oid)
  from pg_trigger join pg_class on pg_class.oid = tgrelid where ${isPublic('pg_class')} and not tgisinternal
  union all
  select null, true, format('function %s returns %s', pg_proc.oid::regprocedure, pg_get_function_result(pg_proc.oid))
  from pg_proc where pronamespace = 'public'::regnamespace
  order by 3`)

/** The columns, constraints, unique indexes, triggers and functions from PostgreSQL's catalogue. */
export const describeSchema = async (db: Pick<Database, 'execute'>): Promise<SchemaFact[]> =>
  v.parse(queryResult, await db.execute(facts)).rows

/** Finds the facts of a change that break an instance of the server which knows the previous schema. */
export const findBreaks = (before: readonly SchemaFact[], after: readonly SchemaFact[]): string[] => {
  const oldFacts = new Set(before.map(({ fact }) => fact))
  const newFacts = new Set(after.map(({ fact }) => fact))
  const tables = new Set(before.map(({ relation }) => relation))
  const removed = before.filter(({ fact }) => !newFacts.has(fact))
  // A new table cannot break an old instance, which does not write to it.
  const required = after.filter(
    ({ fact, relation, isOptional }) => !oldFacts.has(fact) && tables.has(relation) && !isOptional,
  )
  return [...removed.map(({ fact }) => `gone: ${fact}`), ...required.map(({ fact }) => `asked: ${fact}`)]
}
