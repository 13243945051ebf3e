import { coalesceCalls } from '../lib/async/coalesce-calls.ts'
import type { Log } from '../platform/log.ts'
import type { Entry } from './entry/entry.ts'
import type { OutboxStore } from './store/outbox-store.ts'

type RestoreDeps = {
  store: Pick<OutboxStore, 'read' | 'restore'>
  /** Returns the time in ms since the epoch. */
  now: () => number
  /** Resolves after the given number of ms. */
  wait: (ms: number) => Promise<void>
  log: Log
}

/** Pauses between attempts. While a browser clears its storage, it also closes new database connections. */
const pausesMs = [100, 500, 2000, 5000] as const

/**
 * Returns the function that restores entries after the browser cleared its storage while a tab was open.
 * The entries on screen are then the only copy. They keep their keys, so the server recognises an entry that
 * was already delivered. Resolves to true if all entries are stored.
 */
export const createRestoreLostEntries = (
  { store, now, wait, log }: RestoreDeps,
  getEntriesOnScreen: () => readonly Entry[],
): (() => Promise<boolean>) => {
  /**
   * The entries to restore, by key. Kept here, because the screen may read the cleared storage before the
   * entries are stored.
   */
  const missingEntries = new Map<string, Entry>()

  const writeMissing = async (): Promise<void> => {
    const storedKeys = new Set((await store.read()).entries.map(({ key }) => key))
    for (const entry of missingEntries.values())
      if (!storedKeys.has(entry.key)) await store.restore(entry, now())
    missingEntries.clear()
  }

  const writeWithRetries = coalesceCalls(async () => {
    // No pause follows the last attempt.
    for (const pauseMs of [...pausesMs, undefined]) {
      try {
        await writeMissing()
        return true
      } catch (error) {
        log.warn('Entries of a cleared storage could not be restored', { reason: String(error) })
        if (pauseMs !== undefined) await wait(pauseMs)
      }
    }
    return false
  })

  return () => {
    for (const entry of getEntriesOnScreen()) missingEntries.set(entry.key, entry)
    return writeWithRetries()
  }
}
