import * as v from 'valibot'
import { courses } from '../config/courses.ts'
import { mergeSegments, type Segment } from '../lib/segments.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'

/** The prefix of the keys of these records. */
export const seenPrefix = 'seen/'

const seen = v.object({ watched: v.array(v.tuple([v.number(), v.number()])), read: v.boolean() })

/** The parts of a module that were watched and read on this device. */
export type SeenHere = { watched: Segment[]; read: boolean }

export const mergeSeen = (before: SeenHere, now: SeenHere): SeenHere => ({
  watched: mergeSegments([...before.watched, ...now.watched]),
  read: before.read || now.read,
})

/**
 * The parts of modules that a customer watched and read on this device. They are stored beyond their
 * delivery, because the connection may end before the server's progress includes them.
 */
export const createSeenHere = (values: KeyValues, customer: string) => {
  const of = (module: string) => createStoredValue(values, `${seenPrefix}${customer}/${module}`, seen)
  return {
    /** Of one module. */
    of,
    /** Of every module, by its id. */
    read: async (): Promise<ReadonlyMap<string, SeenHere>> => {
      const ids = courses.flatMap(({ modules }) => modules.map(({ id }) => id))
      const found = await Promise.all(ids.map(async (id) => [id, await of(id).read()] as const))
      return new Map(found.flatMap(([id, own]) => (own ? [[id, own] as const] : [])))
    },
  }
}
