import type { LocaleCode } from '../config/locales.ts'
import { createStore } from '../lib/create-store.ts'

/**
 * Why a download is incomplete: `you` paused it, another window holds it and makes no progress, or there is
 * no response, no room or no such file.
 */
export type PauseReason = 'you' | 'other-window' | 'no-answer' | 'storage-full' | 'refused'

/** The state of a module on this phone. Sizes are in bytes; `size` is absent until the server sends it. */
export type OfflineModule =
  | { kind: 'downloaded'; size: number }
  | { kind: 'downloading'; received: number; size?: number }
  | { kind: 'paused'; reason: PauseReason; received: number; size?: number }

/** By module id. Immutable: each change creates a new snapshot. */
export type OfflineSnapshot = ReadonlyMap<string, OfflineModule>

/** The modules that a coach has downloaded for offline use. */
export type OfflineModules = {
  snapshot: () => OfflineSnapshot
  subscribe: (listener: () => void) => () => void
  /** The size of a download in bytes; throws if there is no response. */
  measureSize: (module: string, locale: LocaleCode) => Promise<number>
  /** Downloads a module, or resumes its download. */
  download: (module: string, locale: LocaleCode) => Promise<void>
  pause: (module: string) => Promise<void>
  remove: (module: string) => Promise<void>
}

/** The states on screen, for `useSyncExternalStore`. */
export const createSnapshotStore = () => {
  const states = createStore<OfflineSnapshot>(new Map())
  return {
    current: states.get,
    subscribe: states.subscribe,
    /** Without a state, the module is removed. */
    set: (module: string, state: OfflineModule | undefined): void => {
      const snapshot = new Map(states.get())
      if (state) snapshot.set(module, state)
      else snapshot.delete(module)
      states.set(snapshot)
    },
  }
}

export type SnapshotStore = ReturnType<typeof createSnapshotStore>
