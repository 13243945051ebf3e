import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { localeCodes } from '../../../config/locales.ts'
import { courses } from '../../../config/courses.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { FilterForm } from '../filter-form.tsx'
import { countries } from '../place-names.ts'
import {
  figureNames,
  figures,
  programmeFilters,
  type CompleteFilters,
  type ProgrammeFilters,
} from './programme-filters.ts'

type Props = {
  filters: CompleteFilters
  /** The seasons that have numbers. */
  seasons: readonly string[]
  texts: CourseCatalogue
  onApply: (filters: ProgrammeFilters) => void
}

/** The options of each select box; an empty value selects everything. */
const useOptions = ({ filters, seasons, texts }: Props) => {
  const t = useTranslate()
  // The list of seasons loads after the page.
  const known = [...new Set([...seasons, String(filters.season)])].sort().reverse()
  return {
    season: known.map((value) => ({ value, label: value })),
    country: [
      { value: '', label: t('admin.filter.anyCountry') },
      ...countries.map((code) => ({ value: code, label: t(`countryName.${code}`) })),
    ],
    locale: [
      { value: '', label: t('admin.programme.anyLocale') },
      ...localeCodes.map((code) => ({ value: code, label: t(`localeName.${code}`) })),
    ],
    series: [
      { value: '', label: t('admin.programme.anySeries') },
      ...courses.map(({ id }) => ({ value: id, label: texts[id]?.title ?? id })),
    ],
    figure: figureNames.map((name) => ({ value: name, label: t(figures[name].name) })),
    module: courses.flatMap(({ id: course, modules }) =>
      modules.map(({ id }) => ({
        value: id,
        label: `${texts[course]?.title ?? course}: ${texts[course]?.modules[id]?.title ?? id}`,
      })),
    ),
  }
}

/** Filters the numbers of the programme. The choices go into the page's address. */
export const ProgrammeFiltersForm = (props: Props) => {
  const t = useTranslate()
  const options = useOptions(props)
  const { filters, onApply } = props
  const select = (name: keyof typeof options) => (
    <SelectField
      label={t(`admin.programme.filter.${name}`)}
      name={name}
      defaultValue={String(filters[name] ?? '')}
      options={options[name]}
    />
  )
  return (
    <FilterForm schema={programmeFilters} onApply={onApply}>
      {select('season')}
      {select('country')}
      {select('locale')}
      {select('series')}
      {select('figure')}
      {select('module')}
    </FilterForm>
  )
}
