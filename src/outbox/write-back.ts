import type { Log } from '../platform/log.ts'
import type { OutboxSnapshot } from './outbox.ts'
import type { OutboxStore } from './store/outbox-store.ts'

type Deps = {
  store: Pick<OutboxStore, 'read' | 'restore'>
  /** ms since epoch */
  now: () => number
  log: Log
}

/**
 * Storage that is cleared under an open tab takes entries that nobody else has: those that the tab still shows are written
 * back, with their keys. One that was delivered at that moment is sent again, and the server knows its key.
 */
export const createWriteBack =
  ({ store, now, log }: Deps, shown: () => Pick<OutboxSnapshot, 'entries'>) =>
  async (): Promise<void> => {
    const { entries } = shown()
    try {
      const left = new Set((await store.read()).entries.map(({ key }) => key))
      for (const entry of entries) if (!left.has(entry.key)) await store.restore(entry, now())
    } catch (error) {
      log.error('Entries of a cleared storage could not be written back', { reason: String(error) })
    }
  }
