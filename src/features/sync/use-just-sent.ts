import { useState } from 'react'
import type { Entry } from '../../outbox/entry/entry.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'

/** What was delivered last, and when, in ms since epoch. */
export type Sent = { entries: readonly Entry[]; at: number }

/** ms; what is sent closer together is told together */
const together = 60_000

const merged = (before: Sent | undefined, sent: Sent | undefined): Sent | undefined =>
  before && sent && sent.at - before.at < together
    ? { entries: [...before.entries, ...sent.entries], at: sent.at }
    : (sent ?? before)

/** What arrived since before, if anything did: what only was deleted leaves the time of the last delivery as it was. */
const sentBetween = (before: OutboxSnapshot, { entries, deliveredAt }: OutboxSnapshot): Sent | undefined => {
  if (deliveredAt === undefined || deliveredAt === before.deliveredAt) return undefined
  const left = new Set(entries.map(({ key }) => key))
  const gone = before.entries.filter(({ key }) => !left.has(key))
  return gone.length > 0 ? { entries: gone, at: deliveredAt } : undefined
}

/** The outbox as it was when nothing was being sent, not after each of a thousand entries; and what the last sending took. */
export const useJustSent = (snapshot: OutboxSnapshot): { calm: OutboxSnapshot; sent: Sent | undefined } => {
  const [calm, setCalm] = useState(snapshot)
  const [sent, setSent] = useState<Sent>()
  if (!snapshot.sending && calm !== snapshot) {
    setCalm(snapshot)
    setSent(merged(sent, sentBetween(calm, snapshot)))
  }
  return { calm, sent }
}
