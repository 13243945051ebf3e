import { useState } from 'react'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { entryTitle, type Subjects } from './entry-text.ts'
import { groupEntries } from './entry-groups.tsx'
import type { Entry } from '../../outbox/entry/entry.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'

/** The last delivered entries, and when, in ms since epoch. */
type Sent = { entries: readonly Entry[]; at: number }

/** ms. Entries that are sent within this time are reported together. */
const together = 60_000

const merged = (before: Sent | undefined, sent: Sent | undefined): Sent | undefined =>
  before && sent && sent.at - before.at < together
    ? { entries: [...before.entries, ...sent.entries], at: sent.at }
    : (sent ?? before)

/**
 * The entries that were delivered since `before`, if any. A deletion leaves the time of the last delivery
 * unchanged.
 */
const sentBetween = (before: OutboxSnapshot, { entries, deliveredAt }: OutboxSnapshot): Sent | undefined => {
  if (deliveredAt === undefined || deliveredAt === before.deliveredAt) return undefined
  const left = new Set(entries.map(({ key }) => key))
  const gone = before.entries.filter(({ key }) => !left.has(key))
  return gone.length > 0 ? { entries: gone, at: deliveredAt } : undefined
}

/**
 * `idle` is the last snapshot in which nothing was being sent, which avoids an update after each of a
 * thousand entries. `sent` holds the entries of the last delivery.
 */
export const useJustSent = (snapshot: OutboxSnapshot): { idle: OutboxSnapshot; sent: Sent | undefined } => {
  const [idle, setIdle] = useState(snapshot)
  const [sent, setSent] = useState<Sent>()
  if (!snapshot.sending && idle !== snapshot) {
    setIdle(snapshot)
    setSent(merged(sent, sentBetween(idle, snapshot)))
  }
  return { idle, sent }
}

/** The number of modules and courses that are named; more are counted. */
const maxNamed = 3

/** What has just left the outbox, and when: otherwise an entry would simply disappear. */
export const JustSent = ({ entries, at, subjects }: Sent & { subjects: Subjects }) => {
  const t = useTranslate()
  const phrases = createTimePhrases(useLocale().code, t)
  const titles = groupEntries(entries).map(
    ({ subject, entries: [{ name }] }) =>
      subjects[subject ?? ''] ?? entryTitle({ name, subject }, { t, subjects }),
  )
  const others = titles.length - maxNamed
  const sent = { time: phrases.at(at), titles: titles.slice(0, maxNamed).join(' · ') }
  return (
    <span>
      {others > 0 ? t('outbox.sentAtWithMore', { ...sent, count: others }) : t('outbox.sentAt', sent)}
    </span>
  )
}
