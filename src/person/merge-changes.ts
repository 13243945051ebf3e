import * as v from 'valibot'
import { parseOrUndefined } from '../lib/parse-or-undefined.ts'

const recordSchema = v.record(v.string(), v.unknown())
const listSchema = v.array(v.string())

/**
 * The versions of a three-way merge. `base`: the values when the form was opened. `ours`: the current values
 * of the form. `theirs`: the values that another device has stored since.
 */
type Versions<T> = { base: T; ours: T; theirs: T }

/** Removes from `theirs` what the form removed, and appends what the form added. */
const mergeLists = ({ base, ours, theirs }: Versions<string[]>): string[] => {
  const removals = new Set(base.filter((item) => !ours.includes(item)))
  const additions = ours.filter((item) => !base.includes(item))
  return [...new Set([...theirs, ...additions])].filter((item) => !removals.has(item))
}

/** Treats '' like a missing value, because forms use '' for values that they do not have. */
const isSame = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '')

/**
 * Merges lists by their items and records by their fields. Another value is `ours` if the form changed it.
 */
const merge = ({ base, ours, theirs }: Versions<unknown>): unknown => {
  if (Array.isArray(ours)) {
    const toList = (value: unknown) => parseOrUndefined(listSchema, value) ?? []
    return mergeLists({ base: toList(base), ours: toList(ours), theirs: toList(theirs) })
  }
  const ourRecord = parseOrUndefined(recordSchema, ours)
  if (!ourRecord) return isSame(ours, base) ? theirs : ours
  const baseRecord = parseOrUndefined(recordSchema, base) ?? {}
  const theirRecord = parseOrUndefined(recordSchema, theirs) ?? {}
  const names = Object.keys({ ...theirRecord, ...ourRecord })
  const fields = names.map((name) => [
    name,
    merge({ base: baseRecord[name], ours: ourRecord[name], theirs: theirRecord[name] }),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/**
 * Applies the changes of a form to the values that another device has stored since the form was opened.
 * Returns the values of the form if the schema does not accept the result.
 */
export const mergeChanges = <T>(schema: v.GenericSchema<unknown, T>, versions: Versions<T>): T =>
  parseOrUndefined(schema, merge(versions)) ?? versions.ours
