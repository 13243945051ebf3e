import type { OfflineModule, OfflineSnapshot } from './offline-modules.ts'

/** The states on screen, for `useSyncExternalStore`. */
export const createSnapshot = () => {
  const listeners = new Set<() => void>()
  let current: OfflineSnapshot = new Map()
  return {
    current: (): OfflineSnapshot => current,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Undefined takes a module off. */
    set: (module: string, state: OfflineModule | undefined): void => {
      const next = new Map(current)
      if (state) next.set(module, state)
      else next.delete(module)
      current = next
      for (const listener of listeners) listener()
    },
  }
}

export type SnapshotStore = ReturnType<typeof createSnapshot>
