import * as v from 'valibot'
import { courses } from '../../../config/courses.ts'
import { localeCodes } from '../../../config/locales.ts'
import type { BodyOf } from '../../../contract/product-api.ts'
import type { Measure } from '../../../contract/product-api/admin/programme-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { ignoreInvalid } from '../../../lib/ignore-invalid.ts'
import { countries } from '../../../i18n/place-names.ts'

/**
 * The figures that the page shows. `measure` is what the server counts in each month. If these counts cannot
 * be added up, `seasonMeasure` is used for a whole season. It counts each coach once per season.
 * `isPerCourse`: the figure can be broken down by course.
 */
export const figures = {
  registrations: { measure: 'registrations', name: 'admin.programme.figure.registrations' },
  active: {
    measure: 'active-by-month',
    seasonMeasure: 'active-by-season',
    name: 'admin.programme.figure.active',
  },
  modules: { measure: 'modules', isPerCourse: true, name: 'admin.programme.figure.modules' },
  certificates: { measure: 'certificates', isPerCourse: true, name: 'admin.programme.figure.certificates' },
  people: { measure: 'people', name: 'admin.programme.figure.people' },
  youngWomen: { measure: 'young-women', name: 'admin.programme.figure.youngWomen' },
} as const satisfies Record<
  string,
  { measure: Measure; seasonMeasure?: Measure; isPerCourse?: true; name: MessageId }
>
export type FigureName = keyof typeof figures
/** The names of the figures, in the order of the page. */
export const figureNames = [
  'registrations',
  'active',
  'modules',
  'certificates',
  'people',
  'youngWomen',
] as const satisfies readonly FigureName[]

const moduleIds = courses.flatMap((course) => course.modules.map(({ id }) => id))

/** The filters in the search params of the page. */
export const programmeFiltersSchema = v.object({
  /** A calendar year. The router parses it as a number, the form sends it as a text. */
  season: ignoreInvalid(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(2000),
      v.maxValue(2999),
    ),
  ),
  country: ignoreInvalid(v.picklist(countries)),
  locale: ignoreInvalid(v.picklist(localeCodes)),
  /** A course, which the product API calls a series. */
  series: ignoreInvalid(v.picklist(courses.map(({ id }) => id))),
  figure: ignoreInvalid(v.picklist(figureNames)),
  /** The module whose answers are shown. */
  module: ignoreInvalid(v.picklist(moduleIds)),
})
export type ProgrammeFilters = v.InferOutput<typeof programmeFiltersSchema>

/** Returns the filters with defaults for unset ones. The default module is the first of the chosen series. */
export const completeFilters = (filters: ProgrammeFilters, now: Date) => {
  const { season, series, figure, module } = filters
  const firstModuleOfSeries = courses.find(({ id }) => id === series)?.modules[0]?.id
  return {
    ...filters,
    season: season ?? now.getFullYear(),
    figure: figure ?? 'registrations',
    module: module ?? firstModuleOfSeries ?? moduleIds[0] ?? '',
  }
}
export type CompleteFilters = ReturnType<typeof completeFilters>

/** Returns the filters that every query of the programme has in common, as the product API expects them. */
export const toQuery = ({ season, country, locale }: CompleteFilters) =>
  ({
    season: String(season),
    ...(country && { country }),
    ...(locale && { locale }),
  }) satisfies Partial<BodyOf<'programme'>>
