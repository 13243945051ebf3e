import * as v from 'valibot'
import { parsed } from '../lib/parsed.ts'

const record = v.record(v.string(), v.unknown())
const list = v.array(v.string())

/**
 * `latest`: values stored by another device. `shown`: the form's first values. `wanted`: its present ones.
 */
type Versions<T> = { latest: T; shown: T; wanted: T }

const mergeLists = ({ latest, shown, wanted }: Versions<string[]>): string[] => {
  const removed = new Set(shown.filter((one) => !wanted.includes(one)))
  return [...new Set([...latest, ...wanted.filter((one) => !shown.includes(one))])].filter(
    (one) => !removed.has(one),
  )
}

/** A form uses '' for unknown values. */
const isSame = (one: unknown, other: unknown): boolean => (one ?? '') === (other ?? '')

const merge = ({ latest, shown, wanted }: Versions<unknown>): unknown => {
  if (Array.isArray(wanted)) {
    const lists = [latest, shown, wanted].map((one) => parsed(list, one) ?? [])
    return mergeLists({ latest: lists[0] ?? [], shown: lists[1] ?? [], wanted: lists[2] ?? [] })
  }
  const asked = parsed(record, wanted)
  if (!asked) return isSame(wanted, shown) ? latest : wanted
  const [before, now] = [parsed(record, shown) ?? {}, parsed(record, latest) ?? {}]
  const names = Object.keys({ ...now, ...asked })
  const fields = names.map((name) => [
    name,
    merge({ latest: now[name], shown: before[name], wanted: asked[name] }),
  ])
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** Applies the changes of a form to the values that another device has stored since the form was shown. */
export const mergeChanges = <T>(schema: v.GenericSchema<unknown, T>, versions: Versions<T>): T =>
  parsed(schema, merge(versions)) ?? versions.wanted
