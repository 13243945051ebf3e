import type { LocaleCode } from '../config/locales.ts'

/** Why a module is not whole yet: `you` paused it, another window has it and does not get on, or there is no response, no room, or no such file. */
export type PausedBecause = 'you' | 'other-window' | 'no-answer' | 'storage-full' | 'refused'

/** A module of which something is on this phone; sizes in bytes, `size` absent until the server said it. */
export type OfflineModule =
  | { is: 'downloaded'; size: number }
  | { is: 'downloading'; received: number; size?: number }
  | { is: 'paused'; because: PausedBecause; received: number; size?: number }

/** By module id. Replaced, never changed, when something happens. */
export type OfflineSnapshot = ReadonlyMap<string, OfflineModule>

/** The modules that a coach has downloaded for the time without a connection. */
export type OfflineModules = {
  snapshot: () => OfflineSnapshot
  subscribe: (listener: () => void) => () => void
  /** bytes that a download takes; throws without a response */
  sizeOf: (module: string, locale: LocaleCode) => Promise<number>
  /** Downloads a module, or resumes its download. */
  download: (module: string, locale: LocaleCode) => Promise<void>
  pause: (module: string) => Promise<void>
  remove: (module: string) => Promise<void>
}
