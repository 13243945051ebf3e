import * as v from 'valibot'
import { moduleOf } from '../../config/courses.ts'
import { answer } from '../../contract/shapes.ts'
import type { CourseCatalogue, QuestionTexts } from '../../i18n/course-catalogue.ts'
import { parsed } from '../../lib/parsed.ts'
import { subjectOf } from '../../outbox/events/events.ts'
import type { Entry } from '../../outbox/entry/entry.ts'

const answered = v.looseObject({ answers: v.array(answer) })

const answerText = (value: string | readonly string[], texts: QuestionTexts | undefined): string =>
  [value]
    .flat()
    .map((option) => texts?.options?.[option] ?? option)
    .join(', ')

/** Converts `{"a":{"b":1}}` to `a.b: 1`, one line per value. */
const plainLines = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => plainLines(inner, path ? `${path}.${name}` : name))
    : [path ? `${path}: ${String(value)}` : String(value)]

/** The content of an entry, one line per item: answers below their questions, other values by name. */
export const entryLines = (entry: Entry, catalogue: CourseCatalogue): string[] => {
  const survey = parsed(answered, entry.payload)
  if (!survey) return plainLines(entry.payload)
  const found = moduleOf(subjectOf(entry) ?? '')
  const questions = found && catalogue[found.course.id]?.modules[found.module.id]?.survey
  return survey.answers.map(({ question, value }) => {
    const texts = questions?.[question]
    return `${texts?.question ?? question}: ${answerText(value, texts)}`
  })
}
