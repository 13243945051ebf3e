import type * as v from 'valibot'
import { parsed } from '../../lib/parsed.ts'
import type { KeyValues } from './key-values.ts'

/**
 * One value on this device. A device that cannot store it only forgets it with the next reload, and one that does not respond
 * keeps nobody waiting.
 */
export type StoredValue<T> = {
  /** Undefined where nothing is stored, or nothing that this version can read. */
  read: () => Promise<T | undefined>
  write: (value: T) => Promise<void>
  discard: () => Promise<void>
}

/** The value under a key, as a schema reads it. */
export const createStoredValue = <T>(
  values: KeyValues,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): StoredValue<T> => ({
  read: async () => parsed(schema, await values.inTime(values.read(key)).catch(() => undefined)),
  write: (value) => values.inTime(values.write(key, value)).catch(() => undefined),
  discard: () => values.inTime(values.remove(key)).catch(() => undefined),
})
