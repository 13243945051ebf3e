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
 * until the old tokens are removed. `settled` does, so that a late removal cannot remove the next session.
 */
export const createTokenStorage = (values: KeyValues, sleep: (ms: number) => Promise<void>): TokenStorage => {
  const pendingOperations = new Set<Promise<unknown>>()
  const track = <T>(operation: Promise<T>): Promise<T> => {
    pendingOperations.add(operation)
    return operation.finally(() => pendingOperations.delete(operation))
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
    clear: () => Promise.reject(new Error('The token storage is shared and cannot be cleared')),
    settled: async () => {
      do {
        await Promise.allSettled(pendingOperations)
        // Waits one turn of the event loop, so that a chain of operations can start its next one.
        await sleep(0)
      } while (pendingOperations.size > 0)
    },
  }
}
