import type { KeyValues } from '../../../platform/storage/key-values.ts'

/** The storage interface that Amplify expects. */
export type TokenStorage = {
  getItem: (key: string) => Promise<string | null>
  setItem: (key: string, value: string) => Promise<void>
  removeItem: (key: string | undefined) => Promise<void>
  clear: () => Promise<void>
  keys: () => Promise<string[]>
  /** Resolves when no operation is pending. */
  settled: () => Promise<void>
}

/**
 * Stores Amplify's tokens in IndexedDB, where workers can read them too. Amplify's `signOut` does not wait
 * for its own removals. `settled` waits for them, so that they cannot remove the next session.
 */
export const createTokenStorage = (values: KeyValues, sleep: (ms: number) => Promise<void>): TokenStorage => {
  const pending = new Set<Promise<unknown>>()
  const track = <T>(operation: Promise<T>): Promise<T> => {
    pending.add(operation)
    return operation.finally(() => pending.delete(operation))
  }

  return {
    getItem: (key) => track(values.read(key).then((value) => (typeof value === 'string' ? value : null))),
    setItem: (key, value) => track(values.write(key, value)),
    // If there is no identity id, Amplify removes it under an undefined key.
    removeItem: async (key) => {
      if (key !== undefined) await track(values.remove(key))
    },
    keys: () => track(values.keys()),
    // Amplify removes key by key. The collection also holds records of other modules.
    clear: () => Promise.reject(new Error('The token storage is shared and cannot be cleared.')),
    settled: async () => {
      do {
        await Promise.allSettled(pending)
        // One turn of the event loop, in which a chain of operations starts its next operation.
        await sleep(0)
      } while (pending.size > 0)
    },
  }
}
