import * as v from 'valibot'
import { country, courseId, localeCode, moduleId } from '../../shared-schemas.ts'
import { managerQuery, supporterQuery, viewerQuery } from '../api-call.ts'

// Calls for admins about the programme. Query values are strings. Months are in UTC, and a season is a
// calendar year by the coach's clock.

/**
 * What the programme counts. `active-by-month` counts the coaches whose data reached the server in each
 * month. `active-by-season` counts each coach once per season, in their first active month. `young-women` is
 * an estimate from the share that coaches state.
 */
export const measures = [
  'registrations',
  'active-by-month',
  'active-by-season',
  'modules',
  'certificates',
  'people',
  'young-women',
] as const
export type Measure = (typeof measures)[number]

const month = v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/))
const season = v.pipe(v.string(), v.regex(/^\d{4}$/))
const count = v.number()

const filters = { season, country: v.optional(country), locale: v.optional(localeCode) }
const questionId = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))

const total = v.object({
  measure: v.picklist(measures),
  month,
  country,
  locale: v.string(),
  /** The course, or null for measures that do not belong to a course. */
  series: v.nullable(courseId),
  amount: count,
})
export type ProgrammeTotal = v.InferOutput<typeof total>

export const programmeApi = {
  programme: {
    ...viewerQuery('/api/programme'),
    body: v.strictObject({ ...filters, series: v.optional(courseId) }),
    response: v.object({ seasons: v.array(season), totals: v.array(total) }),
  },
  programmeAnswers: {
    ...viewerQuery('/api/programme-answers'),
    body: v.strictObject({ ...filters, module: moduleId }),
    response: v.object({
      questions: v.array(
        v.object({
          question: v.string(),
          kind: v.picklist(['single', 'multiple', 'text']),
          /** The number of coaches who have answered the question. */
          answered: count,
          /** Every option, or empty for free text. */
          choices: v.array(v.object({ choice: v.string(), count })),
        }),
      ),
    }),
  },
  programmeTexts: {
    ...supporterQuery('/api/programme-texts'),
    body: v.strictObject({
      ...filters,
      module: moduleId,
      question: questionId,
      /** A position in the list, from the previous page. */
      after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}\.\d{1,15}$/))),
    }),
    response: v.object({
      texts: v.array(v.object({ id: v.string(), text: v.string(), month, locale: v.string() })),
      next: v.nullable(v.string()),
    }),
  },
  export: {
    ...managerQuery('/api/export/'),
    body: v.strictObject({ country }),
    response: v.string(),
  },
  programmeExport: {
    ...managerQuery('/api/programme-export'),
    body: v.strictObject({}),
    response: v.string(),
  },
} as const
