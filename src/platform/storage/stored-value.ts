import type * as v from 'valibot'
import { parsed } from '../../lib/parsed.ts'
import type { KeyValues } from './key-values.ts'

/**
 * One value on this device. If the device cannot store the value, a reload loses it. If the device does not
 * respond, calls end after a while.
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
  read: async () => parsed(schema, await values.inTime(values.read(key)).catch(() => undefined)),
  write: (value) => values.inTime(values.write(key, value)).catch(() => undefined),
  discard: () => values.inTime(values.remove(key)).catch(() => undefined),
})
