import { createStore } from '../lib/create-store.ts'
import type { OfflineModule, OfflineSnapshot } from './offline-modules.ts'

/** The states on screen, for `useSyncExternalStore`. */
export const createSnapshot = () => {
  const states = createStore<OfflineSnapshot>(new Map())
  return {
    current: states.get,
    subscribe: states.subscribe,
    /** Undefined removes the module. */
    set: (module: string, state: OfflineModule | undefined): void => {
      const next = new Map(states.get())
      if (state) next.set(module, state)
      else next.delete(module)
      states.set(next)
    },
  }
}

export type SnapshotStore = ReturnType<typeof createSnapshot>
