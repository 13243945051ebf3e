import type { Translate } from '../../i18n/translate.ts'
import { isKnownEvent, knownEvents } from '../../outbox/events/events.ts'

/** The titles of modules and courses by their ids. */
export type Subjects = Readonly<Record<string, string>>

/** The title of an event for the coach: "Survey answers: Inclusive warm-ups". */
export const entryTitle = (
  { name, subject }: { name: string; subject?: string | undefined },
  { t, subjects }: { t: Translate; subjects: Subjects },
): string => {
  if (!isKnownEvent(name)) return t('outbox.event.unknown')
  const event = t(knownEvents[name].titleOf(subject))
  const title = subjects[subject ?? '']
  return title === undefined ? event : t('outbox.titled', { event, subject: title })
}
