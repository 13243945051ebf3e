import { useSyncExternalStore } from 'react'
import type { Outbox, OutboxSnapshot } from './outbox.ts'

/** What the outbox holds now; renders again when that changes. */
export const useOutbox = (outbox: Pick<Outbox, 'snapshot' | 'subscribe'>): OutboxSnapshot =>
  useSyncExternalStore(outbox.subscribe, outbox.snapshot)
