import type { JournalRecord } from '../../outbox/entry/journal.ts'
import type { StoredReceipt } from '../../outbox/receipts/stored-receipt.ts'
import type { Outbox, OutboxSnapshot } from '../../outbox/outbox.ts'

/**
 * Reads once per snapshot. The promises are stored outside React, which discards the state of a suspended
 * component and would start the reads again endlessly. The screen already reports a disk that cannot be read.
 */
const readOnce = <T>(read: (outbox: Outbox) => Promise<T[]>) => {
  const known = new WeakMap<Outbox, WeakMap<OutboxSnapshot, Promise<T[]>>>()
  return (outbox: Outbox, snapshot: OutboxSnapshot): Promise<T[]> => {
    const reads = known.get(outbox) ?? new WeakMap<OutboxSnapshot, Promise<T[]>>()
    known.set(outbox, reads)
    const reading = reads.get(snapshot) ?? read(outbox).catch(() => [])
    reads.set(snapshot, reading)
    return reading
  }
}

/** The journal at the time of a snapshot. */
export const journalOf = readOnce<JournalRecord>((outbox) => outbox.journal())

/** The receipts at the time of a snapshot. */
export const receiptsOf = readOnce<StoredReceipt>((outbox) => outbox.receipts())
