import { useState } from 'react'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { findSubject } from '../../outbox/events/events.ts'
import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import { groupEntries } from './entry-groups.tsx'
import { findSubjectTitle, formatEntryTitle, type SubjectTitles } from './entry-text.ts'

/** Entries that were delivered, and when, in ms since the epoch. */
type SentEntries = { entries: readonly Entry[]; at: number }

/** Two deliveries with less time between them are reported together. */
const maxMergeGapMs = 60_000

/** Merges the latest delivery with the previous one, if they are close in time. */
const mergeDeliveries = (
  previous: SentEntries | undefined,
  latest: SentEntries | undefined,
): SentEntries | undefined => {
  if (!previous || !latest) return latest ?? previous
  if (latest.at - previous.at >= maxMergeGapMs) return latest
  return { entries: [...previous.entries, ...latest.entries], at: latest.at }
}

/**
 * Finds the entries that were delivered between two snapshots. Returns undefined if there are none: for
 * example, if the coach only deleted entries, `deliveredAt` has not changed.
 */
const findSent = (
  previous: OutboxSnapshot,
  { entries, deliveredAt }: OutboxSnapshot,
): SentEntries | undefined => {
  if (deliveredAt === undefined || deliveredAt === previous.deliveredAt) return undefined
  const remainingKeys = new Set(entries.map(({ key }) => key))
  const sentEntries = previous.entries.filter(({ key }) => !remainingKeys.has(key))
  return sentEntries.length > 0 ? { entries: sentEntries, at: deliveredAt } : undefined
}

/**
 * Returns `idleSnapshot`, the last snapshot while nothing was being sent, and `sent`, the entries of the last
 * delivery. A list that shows `idleSnapshot` is not updated after each of a thousand entries.
 */
export const useJustSent = (
  snapshot: OutboxSnapshot,
): { idleSnapshot: OutboxSnapshot; sent: SentEntries | undefined } => {
  const [idleSnapshot, setIdleSnapshot] = useState(snapshot)
  const [sent, setSent] = useState<SentEntries>()
  // Sets state while rendering, which React allows, so that no sent entry disappears without being listed.
  if (!snapshot.isSending && idleSnapshot !== snapshot) {
    setIdleSnapshot(snapshot)
    setSent(mergeDeliveries(sent, findSent(idleSnapshot, snapshot)))
  }
  return { idleSnapshot, sent }
}

/** The number of modules and courses that are listed by title. More are only counted. */
const maxTitles = 3

type Props = SentEntries & {
  /** The entries that are still in the outbox. */
  unsent: readonly Entry[]
  subjects: SubjectTitles
}

/**
 * Shows what has just left the outbox, and when, because otherwise an entry would simply disappear. If
 * something of a module or course is still unsent, the kind of the sent entry is added to the title. The
 * title alone would look as if everything had been sent.
 */
export const JustSent = ({ entries, at, unsent, subjects }: Props) => {
  const t = useTranslate()
  const phrases = createTimePhrases(useLocale().code, t)
  const unsentSubjects = new Set(unsent.map(findSubject))
  const titles = groupEntries(entries).map(({ subject, entries: [{ name }] }) => {
    const title = unsentSubjects.has(subject) ? undefined : findSubjectTitle(subjects, subject)
    return title ?? formatEntryTitle({ name, subject }, { t, subjects })
  })
  const hiddenCount = titles.length - maxTitles
  const values = { time: phrases.at(at), titles: titles.slice(0, maxTitles).join(' · ') }
  return (
    <span>
      {hiddenCount > 0
        ? t('outbox.sentAtWithMore', { ...values, count: hiddenCount })
        : t('outbox.sentAt', values)}
    </span>
  )
}
