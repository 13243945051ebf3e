import type * as v from 'valibot'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { KeyValues } from './key-values.ts'

/**
 * One stored value. Its methods never reject: if the value cannot be stored, it is lost at the next reload.
 * If the database does not respond, they resolve after a time limit.
 */
export type StoredValue<T> = {
  /** Resolves to undefined if there is no value, or one that this version cannot read. */
  read: () => Promise<T | undefined>
  write: (value: T) => Promise<void>
  discard: () => Promise<void>
}

/** Reads, writes and discards the value under a key. A schema parses it. */
export const createStoredValue = <T>(
  values: KeyValues,
  key: string,
  schema: v.GenericSchema<unknown, T>,
): StoredValue<T> => ({
  read: async () =>
    parseOrUndefined(schema, await values.withTimeLimit(values.read(key)).catch(() => undefined)),
  write: (value) => values.withTimeLimit(values.write(key, value)).catch(() => undefined),
  discard: () => values.withTimeLimit(values.remove(key)).catch(() => undefined),
})
