import { oneAtATime } from '../lib/one-at-a-time.ts'
import type { Log } from '../platform/log.ts'
import type { Entry } from './entry/entry.ts'
import type { OutboxStore } from './store/outbox-store.ts'

type Deps = {
  store: Pick<OutboxStore, 'read' | 'restore'>
  /** ms since epoch */
  now: () => number
  /** Resolves after so many ms. */
  wait: (ms: number) => Promise<void>
  log: Log
}

/** ms between two tries: a browser that clears its storage also closes what is opened while it does so */
const pauses = [100, 500, 2000, 5000] as const

/**
 * Storage that is cleared under an open tab takes entries that nobody else has: those that the tab still shows are written
 * back, with their keys. One that was delivered at that moment is sent again, and the server knows its key. Resolves to
 * whether the storage has all of them.
 */
export const createWriteBack = (
  { store, now, wait, log }: Deps,
  shown: () => readonly Entry[],
): (() => Promise<boolean>) => {
  /** By key. The screen may be read again, and be empty, before they are stored. */
  const missing = new Map<string, Entry>()

  const write = async (): Promise<void> => {
    const stored = new Set((await store.read()).entries.map(({ key }) => key))
    for (const entry of missing.values()) if (!stored.has(entry.key)) await store.restore(entry, now())
    missing.clear()
  }

  const writeAll = oneAtATime(async () => {
    for (const pause of [...pauses, undefined]) {
      try {
        await write()
        return true
      } catch (error) {
        log.warn('Entries of a cleared storage could not be written back', { reason: String(error) })
        if (pause !== undefined) await wait(pause)
      }
    }
    return false
  })

  return () => {
    for (const entry of shown()) missing.set(entry.key, entry)
    return writeAll()
  }
}
