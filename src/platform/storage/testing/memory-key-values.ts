import type { KeyValues } from '../key-values.ts'
import { createResponseTimer } from '../response-timer.ts'

/** Rejects other keys, as IndexedDB does. */
const assertKey = (key: unknown): string => {
  if (typeof key === 'string') return key
  throw new DOMException('No key or key range specified.', 'DataError')
}

/** A collection of values in memory. */
export const memoryKeyValues = (stored = new Map<string, unknown>()): KeyValues => ({
  withTimeLimit: createResponseTimer().withTimeLimit,
  read: async (key) => stored.get(assertKey(key)),
  write: async (key, value) => void stored.set(assertKey(key), structuredClone(value)),
  writeAll: async (values) => {
    for (const [key, value] of Object.entries(values))
      if (value === undefined) stored.delete(key)
      else stored.set(key, structuredClone(value))
  },
  update: async (key, change) => void stored.set(assertKey(key), structuredClone(change(stored.get(key)))),
  remove: async (key) => void stored.delete(assertKey(key)),
  keys: async () => [...stored.keys()],
  clear: async (prefix = '') => {
    for (const key of stored.keys()) if (key.startsWith(prefix)) stored.delete(key)
  },
})
