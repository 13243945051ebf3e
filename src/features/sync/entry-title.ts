import type { Words } from '../../i18n/words.ts'
import { events, isEventName } from '../../outbox/events.ts'

/** The titles of modules and courses by their ids. */
export type Subjects = Readonly<Record<string, string>>

/** What a coach calls an event: "Survey answers: Inclusive warm-ups". */
export const entryTitle = (
  { name, subject }: { name: string; subject?: string | undefined },
  { t, subjects }: { t: Words; subjects: Subjects },
): string => {
  if (!isEventName(name)) return t('outbox.event.unknown')
  const event = t(events[name].title)
  const title = subjects[subject ?? '']
  return title === undefined ? event : t('outbox.titled', { event, subject: title })
}
