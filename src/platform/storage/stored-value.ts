import type * as v from 'valibot'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { KeyValues } from './key-values.ts'

/**
 * One value on this device. Its methods never reject: if the device cannot store the value, a reload loses
 * it. If the device does not respond, they resolve after a while.
 */
export type StoredValue<T> = {
  /** Undefined if nothing is stored that this version can read. */
  read: () => Promise<T | undefined>
  write: (value: T) => Promise<void>
  discard: () => Promise<void>
}

/** The value under a key, parsed by a schema. */
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
