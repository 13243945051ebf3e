import { coalesceCalls } from '../lib/async/coalesce-calls.ts'
import type { Log } from '../platform/log.ts'
import type { Entry } from './entry/entry.ts'
import type { OutboxStore } from './store/outbox-store.ts'

type WriteBackDeps = {
  store: Pick<OutboxStore, 'read' | 'restore'>
  /** ms since epoch */
  now: () => number
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
  log: Log
}

/** In ms, between two tries. A browser that clears its storage also closes connections opened meanwhile. */
const pauses = [100, 500, 2000, 5000] as const

/**
 * Writes entries back after the storage was cleared under an open tab. The tab has the only copy of entries
 * that it still shows, and it writes them back with their keys. An entry that was delivered at that moment is
 * sent again, and the server recognises its key. Resolves to whether all entries are stored.
 */
export const createWriteBack = (
  { store, now, wait, log }: WriteBackDeps,
  entriesOnScreen: () => readonly Entry[],
): (() => Promise<boolean>) => {
  /** By key. The screen may be read again, and be empty, before the entries are stored. */
  const missing = new Map<string, Entry>()

  const writeMissing = async (): Promise<void> => {
    const storedKeys = new Set((await store.read()).entries.map(({ key }) => key))
    for (const entry of missing.values()) if (!storedKeys.has(entry.key)) await store.restore(entry, now())
    missing.clear()
  }

  const writeWithRetries = coalesceCalls(async () => {
    for (const pause of [...pauses, undefined]) {
      try {
        await writeMissing()
        return true
      } catch (error) {
        log.warn('Entries of a cleared storage could not be written back', { reason: String(error) })
        if (pause !== undefined) await wait(pause)
      }
    }
    return false
  })

  return () => {
    for (const entry of entriesOnScreen()) missing.set(entry.key, entry)
    return writeWithRetries()
  }
}
