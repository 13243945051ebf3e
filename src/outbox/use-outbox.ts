import type { Outbox, OutboxSnapshot } from './outbox.ts'
import { useStore } from '../lib/use-store.ts'

/** Subscribes a component to the snapshot of the outbox. */
export const useOutbox = (outbox: Pick<Outbox, 'snapshot' | 'subscribe'>): OutboxSnapshot =>
  useStore(outbox, outbox.snapshot)
