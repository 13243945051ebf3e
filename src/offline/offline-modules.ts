import type { LocaleCode } from '../config/locales.ts'

/** Why a module is not whole yet: `you` paused it, or there is no answer, no room, or no such file. */
export type PausedBecause = 'you' | 'no-answer' | 'storage-full' | 'refused'

/** A module of which something is on this phone; sizes in bytes, `size` absent until the server said it. */
export type OfflineModule =
  | { is: 'kept'; size: number }
  | { is: 'keeping'; received: number; size?: number }
  | { is: 'paused'; because: PausedBecause; received: number; size?: number }

/** By module id. Replaced, never changed, when something happens. */
export type OfflineSnapshot = ReadonlyMap<string, OfflineModule>

/** The modules that a coach keeps on this phone for the time without a connection. */
export type OfflineModules = {
  snapshot: () => OfflineSnapshot
  subscribe: (listener: () => void) => () => void
  /** bytes that keeping a module takes; throws without an answer */
  sizeOf: (module: string, locale: LocaleCode) => Promise<number>
  /** Keeps a module, or goes on with it. */
  keep: (module: string, locale: LocaleCode) => Promise<void>
  pause: (module: string) => Promise<void>
  remove: (module: string) => Promise<void>
}
