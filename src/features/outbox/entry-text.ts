import * as v from 'valibot'
import { findModule } from '../../config/courses.ts'
import { answer } from '../../contract/shared-schemas.ts'
import type { CourseCatalogue, QuestionTexts } from '../../i18n/course-catalogue.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { isKnownEvent, knownEvents, findSubject } from '../../outbox/events/events.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The titles of modules and courses by their ids. */
export type SubjectTitles = Readonly<Record<string, string>>

/** Returns the title of a module or course, or undefined if there is no such id. */
export const findSubjectTitle = (
  subjects: SubjectTitles,
  subjectId: string | undefined,
): string | undefined => (subjectId === undefined ? undefined : subjects[subjectId])

/** Returns the titles of every course and module of a catalogue. */
export const toSubjectTitles = (catalogue: CourseCatalogue): SubjectTitles => {
  const courses = Object.entries(catalogue)
  const modules = courses.flatMap(([, course]) => Object.entries(course.modules))
  return Object.fromEntries([...courses, ...modules].map(([id, { title }]) => [id, title]))
}

/**
 * Returns the title of an event for the coach, for example "Survey answers: Inclusive warm-ups". `subject` is
 * the id of the module or course. If its title is not in `subjects`, only the kind of the event is returned.
 */
export const formatEntryTitle = (
  { name, subject }: { name: string; subject?: string | undefined },
  { t, subjects }: { t: Translate; subjects: SubjectTitles },
): string => {
  if (!isKnownEvent(name)) return t('outbox.event.unknown')
  const event = t(knownEvents[name].getTitle(subject))
  const title = findSubjectTitle(subjects, subject)
  return title === undefined ? event : t('outbox.titled', { event, subject: title })
}

/** The payload of survey answers. The payloads of other events have no `answers`. */
const surveySchema = v.looseObject({ answers: v.array(answer) })

/** Returns an answer as text: the texts of the chosen options, or the coach's own words. */
const formatAnswer = (value: string | readonly string[], texts: QuestionTexts | undefined): string =>
  [value]
    .flat()
    .map((option) => texts?.options?.[option] ?? option)
    .join(', ')

/** Lists every value inside a value, one per line with its path: `{"a":{"b":1}}` becomes `a.b: 1`. */
const listValueLines = (value: unknown, path = ''): string[] => {
  if (typeof value !== 'object' || value === null) return [path ? `${path}: ${String(value)}` : String(value)]
  const prefix = path ? `${path}.` : ''
  return Object.entries(value).flatMap(([name, inner]) => listValueLines(inner, prefix + name))
}

/**
 * Lists the content of an entry for the coach, who may copy it. For a survey, each line is a question with
 * its answer. For any other event, each line is a value of its payload.
 */
export const listEntryLines = (entry: Entry, catalogue: CourseCatalogue): string[] => {
  const survey = parseOrUndefined(surveySchema, entry.payload)
  if (!survey) return listValueLines(entry.payload)
  const found = findModule(findSubject(entry) ?? '')
  const questions = found && catalogue[found.course.id]?.modules[found.module.id]?.survey
  return survey.answers.map(({ question, value }) => {
    const texts = questions?.[question]
    return `${texts?.question ?? question}: ${formatAnswer(value, texts)}`
  })
}
