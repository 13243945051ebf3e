import { useSyncExternalStore } from 'react'
import type { Outbox, OutboxSnapshot } from './outbox.ts'

/** What the outbox holds now, kept up to date. */
export const useOutbox = (outbox: Outbox): OutboxSnapshot =>
  useSyncExternalStore(outbox.subscribe, outbox.snapshot)
