import * as v from 'valibot'
import { courses } from '../../../config/courses.ts'
import { localeCodes } from '../../../config/locales.ts'
import { productApi, type BodyOf } from '../../../contract/product-api.ts'
import type { Measure } from '../../../contract/product-api/programme-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { countries } from '../place-names.ts'

/**
 * The figures that a chart can show. `measure` is its source; `bySeason` is the measure that counts each
 * coach once per season. `perCourse`: it belongs to one of the courses.
 */
export const figures = {
  registrations: { measure: 'registrations', name: 'admin.programme.figure.registrations' },
  active: {
    measure: 'active-by-month',
    bySeason: 'active-by-season',
    name: 'admin.programme.figure.active',
  },
  modules: { measure: 'modules', perCourse: true, name: 'admin.programme.figure.modules' },
  certificates: { measure: 'certificates', perCourse: true, name: 'admin.programme.figure.certificates' },
  people: { measure: 'people', name: 'admin.programme.figure.people' },
  youngWomen: { measure: 'young-women', name: 'admin.programme.figure.youngWomen' },
} as const satisfies Record<
  string,
  { measure: Measure; bySeason?: Measure; perCourse?: true; name: MessageId }
>
export type FigureName = keyof typeof figures
export const figureNames = [
  'registrations',
  'active',
  'modules',
  'certificates',
  'people',
  'youngWomen',
] as const satisfies readonly FigureName[]

const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)
const modules = courses.flatMap((course) => course.modules.map(({ id }) => id))

/** The filters in the page's address; an invalid value is ignored. */
export const programmeFilters = v.object({
  season: lenient(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(2000),
      v.maxValue(2999),
    ),
  ),
  country: lenient(v.picklist(countries)),
  locale: lenient(v.picklist(localeCodes)),
  series: lenient(v.picklist(courses.map(({ id }) => id))),
  figure: lenient(v.picklist(figureNames)),
  module: lenient(v.picklist(modules)),
})
export type ProgrammeFilters = v.InferOutput<typeof programmeFilters>

/** The filters, with defaults for unset ones. */
export const completeFilters = (filters: ProgrammeFilters, now: Date) => ({
  ...filters,
  season: filters.season ?? now.getFullYear(),
  figure: filters.figure ?? 'registrations',
  module:
    filters.module ?? courses.find(({ id }) => id === filters.series)?.modules[0]?.id ?? modules[0] ?? '',
})
export type CompleteFilters = ReturnType<typeof completeFilters>

/** The filters that every query of the programme has. */
export const queryOf = ({ season, country, locale }: CompleteFilters) =>
  ({
    season: String(season),
    ...(country && { country }),
    ...(locale && { locale }),
  }) satisfies Partial<BodyOf<'programme'>>

/** The answers of a country as CSV. */
export const answersCsvUrl = (country: string): string =>
  `${productApi.export.path}?${new URLSearchParams({ country }).toString()}`
