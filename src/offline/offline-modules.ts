import type { LocaleCode } from '../config/locales.ts'
import { createStore } from '../lib/create-store.ts'

/**
 * Why a download is incomplete. `other-tab`: another tab is downloading and makes no progress. `unreachable`:
 * there is no usable response. `storage-full`: there is no room. `refused`: the server does not have the
 * file, or sends one that cannot be used.
 */
export type PauseReason = 'paused-by-coach' | 'other-tab' | 'unreachable' | 'storage-full' | 'refused'

/** The state of a module on this device. Sizes are in bytes; `size` is absent until the server sends it. */
export type OfflineModule =
  | { kind: 'downloaded'; size: number }
  | { kind: 'downloading'; received: number; size?: number }
  | { kind: 'paused'; reason: PauseReason; received: number; size?: number }

/** The states by module id. Immutable: each change creates a new snapshot. */
export type OfflineSnapshot = ReadonlyMap<string, OfflineModule>

/** The modules that a coach has downloaded for offline use. */
export type OfflineModules = {
  snapshot: () => OfflineSnapshot
  subscribe: (listener: () => void) => () => void
  /** Measures the size of a download in bytes. Throws if there is no response. */
  measureSize: (moduleId: string, locale: LocaleCode) => Promise<number>
  /** Downloads a module, or resumes its download. */
  download: (moduleId: string, locale: LocaleCode) => Promise<void>
  pause: (moduleId: string) => Promise<void>
  remove: (moduleId: string) => Promise<void>
}

/** The current states, for `useSyncExternalStore`. */
export const createSnapshotStore = () => {
  const states = createStore<OfflineSnapshot>(new Map())
  return {
    current: states.get,
    subscribe: states.subscribe,
    /** Sets a module's state. Without a state, removes the module. */
    set: (moduleId: string, state: OfflineModule | undefined): void => {
      const snapshot = new Map(states.get())
      if (state) snapshot.set(moduleId, state)
      else snapshot.delete(moduleId)
      states.set(snapshot)
    },
  }
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>
