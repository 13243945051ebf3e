import type { JournalRecord } from '../../outbox/journal.ts'
import type { Outbox, OutboxSnapshot } from '../../outbox/outbox.ts'

const read = new WeakMap<OutboxSnapshot, Promise<JournalRecord[]>>()

/**
 * The journal as of a snapshot, read once for each. Kept outside of React, which forgets what a component that waits had
 * begun: it would begin again for ever.
 */
export const journalOf = (outbox: Outbox, snapshot: OutboxSnapshot): Promise<JournalRecord[]> => {
  const known = read.get(snapshot)
  if (known) return known
  // A disk that cannot be read is said on the screen already.
  const reading = outbox.journal().catch(() => [])
  read.set(snapshot, reading)
  return reading
}
