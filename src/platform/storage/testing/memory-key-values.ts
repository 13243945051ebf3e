import type { KeyValues } from '../key-values.ts'
import { createSilence } from '../silence.ts'

/** Rejects other keys, as IndexedDB does. */
const checked = (key: unknown): string => {
  if (typeof key === 'string') return key
  throw new DOMException('No key or key range specified.', 'DataError')
}

/** A collection of values in memory. */
export const memoryKeyValues = (stored = new Map<string, unknown>()): KeyValues => ({
  inTime: createSilence().inTime,
  read: async (key) => stored.get(checked(key)),
  write: async (key, value) => void stored.set(checked(key), structuredClone(value)),
  update: async (key, change) => void stored.set(checked(key), structuredClone(change(stored.get(key)))),
  remove: async (key) => void stored.delete(checked(key)),
  keys: async () => [...stored.keys()],
  clear: async (prefix = '') => {
    for (const key of stored.keys()) if (key.startsWith(prefix)) stored.delete(key)
  },
})
