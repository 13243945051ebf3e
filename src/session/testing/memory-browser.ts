import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { Tabs } from '../tabs.ts'

/** IndexedDB takes no other keys; whatever a library makes up. */
const checked = (key: unknown): string => {
  if (typeof key === 'string') return key
  throw new DOMException('No key or key range specified.', 'DataError')
}

/** A collection of values in memory. */
export const memoryKeyValues = (stored = new Map<string, unknown>()): KeyValues => ({
  read: async (key) => stored.get(checked(key)),
  write: async (key, value) => void stored.set(checked(key), structuredClone(value)),
  remove: async (key) => void stored.delete(checked(key)),
  clear: async () => stored.clear(),
})

/** Does work in the order in which it came. */
const oneAfterTheOther = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}

/** Tabs that share one browser. */
export const memoryTabs = () => {
  const listeners = new Map<symbol, () => void>()
  const [exclusive, renewing] = [oneAfterTheOther(), oneAfterTheOther()]
  return (): Tabs => {
    const me = Symbol('tab')
    return {
      announce: () => {
        for (const [tab, listener] of listeners) if (tab !== me) listener()
      },
      listen: (listener) => void listeners.set(me, listener),
      exclusive,
      renewing,
    }
  }
}
