import * as v from 'valibot'
import { courses } from '../config/courses.ts'
import { mergeSegments, type Segment } from '../lib/watched-segments.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'
import { storedPrefixes } from './stored-prefixes.ts'

const seenSchema = v.object({ watched: v.array(v.tuple([v.number(), v.number()])), read: v.boolean() })

/** The parts of a module that were watched and read on this device. */
export type SeenParts = { watched: Segment[]; read: boolean }

export const mergeSeen = (a: SeenParts, b: SeenParts): SeenParts => ({
  watched: mergeSegments([...a.watched, ...b.watched]),
  read: a.read || b.read,
})

/**
 * Stores the parts of modules that a customer watched and read on this device. They stay after their
 * delivery, because the device may be offline before it has read the server's new progress.
 */
export const createSeenOnDevice = (keyValues: KeyValues, customerId: string) => {
  const getValue = (moduleId: string) =>
    createStoredValue(keyValues, `${storedPrefixes.seen}${customerId}/${moduleId}`, seenSchema)
  return {
    /** Returns the stored value of one module. */
    getValue,
    /** Reads the values of all modules that have one, by module id. */
    read: async (): Promise<ReadonlyMap<string, SeenParts>> => {
      const ids = courses.flatMap(({ modules }) => modules.map(({ id }) => id))
      const rows = await Promise.all(ids.map(async (id) => [id, await getValue(id).read()] as const))
      return new Map(rows.flatMap(([id, seen]) => (seen ? [[id, seen] as const] : [])))
    },
  }
}
