import type { KeyValues } from '../../../platform/storage/key-values.ts'

/** What Amplify wants of a storage. */
export type TokenStorage = {
  getItem: (key: string) => Promise<string | null>
  setItem: (key: string, value: string) => Promise<void>
  removeItem: (key: string | undefined) => Promise<void>
  clear: () => Promise<void>
  keys: () => Promise<string[]>
  /** Resolves when nothing is under way any more. */
  settled: () => Promise<void>
}

/**
 * Has Amplify store its tokens in IndexedDB, where workers can read them too. Amplify's signOut does not wait for its
 * own removals: `settled` does, so that they cannot hit the next session.
 */
export const createTokenStorage = (values: KeyValues, sleep: (ms: number) => Promise<void>): TokenStorage => {
  const underWay = new Set<Promise<unknown>>()
  const track = <T>(operation: Promise<T>): Promise<T> => {
    const done = operation.finally(() => underWay.delete(operation))
    underWay.add(operation)
    return done
  }

  return {
    getItem: (key) => track(values.read(key).then((value) => (typeof value === 'string' ? value : null))),
    setItem: (key, value) => track(values.write(key, value)),
    // Amplify removes the identity id under a key it has not made up yet, where there is none to remove.
    removeItem: async (key) => {
      if (key !== undefined) await track(values.remove(key))
    },
    keys: () => track(values.keys()),
    // Amplify removes key by key; the collection also holds records that are none of its business.
    clear: () => Promise.reject(new Error('The token storage is shared and cannot be cleared.')),
    settled: async () => {
      do {
        await Promise.allSettled(underWay)
        // A turn of the event loop, in which a chain of operations starts its next one.
        await sleep(0)
      } while (underWay.size > 0)
    },
  }
}
