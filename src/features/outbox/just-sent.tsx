import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { entryTitle, type Subjects } from './entry-title.ts'
import { groupEntries } from './group-entries.ts'
import type { Sent } from './use-just-sent.ts'

/** The number of modules and courses that are named; more are counted. */
const mostNamed = 3

/** What has just left the outbox, and when: otherwise an entry would simply disappear. */
export const JustSent = ({ entries, at, subjects }: Sent & { subjects: Subjects }) => {
  const t = useTranslate()
  const phrases = createTimePhrases(useLocale().code, t)
  const titles = groupEntries(entries).map(
    ({ subject, entries: [{ name }] }) =>
      subjects[subject ?? ''] ?? entryTitle({ name, subject }, { t, subjects }),
  )
  const others = titles.length - mostNamed
  const sent = { time: phrases.at(at), titles: titles.slice(0, mostNamed).join(' · ') }
  return (
    <span>
      {others > 0 ? t('outbox.sentAtWithMore', { ...sent, count: others }) : t('outbox.sentAt', sent)}
    </span>
  )
}
