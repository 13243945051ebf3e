import { useStore } from '../lib/use-store.ts'
import type { Outbox, OutboxSnapshot } from './outbox.ts'

/** Subscribes a component to the snapshot of the outbox. */
export const useOutbox = (outbox: Pick<Outbox, 'snapshot' | 'subscribe'>): OutboxSnapshot =>
  useStore(outbox, outbox.snapshot)
