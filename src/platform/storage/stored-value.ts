import * as v from 'valibot'
import type { KeyValues } from './key-values.ts'

/** One value on this device. A device that cannot store it only forgets it with the next reload. */
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
  read: async () => {
    const stored = v.safeParse(schema, await values.read(key).catch(() => undefined))
    return stored.success ? stored.output : undefined
  },
  write: (value) => values.write(key, value).catch(() => undefined),
  discard: () => values.remove(key).catch(() => undefined),
})
