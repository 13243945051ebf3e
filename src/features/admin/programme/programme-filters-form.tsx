import { courses } from '../../../config/courses.ts'
import { localeCodes } from '../../../config/locales.ts'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { countries } from '../../../i18n/place-names.ts'
import { FilterForm } from '../filter-form.tsx'
import {
  figureNames,
  figures,
  programmeFiltersSchema,
  type CompleteFilters,
  type ProgrammeFilters,
} from './programme-filters.ts'

type Props = {
  filters: CompleteFilters
  /** The seasons that have numbers. */
  seasons: readonly string[]
  catalogue: CourseCatalogue
  onApply: (filters: ProgrammeFilters) => void
}

/**
 * Returns the options of each select box. The empty value of country, locale and series selects all. Season,
 * figure and module always have one chosen value.
 */
const useOptions = ({ filters, seasons, catalogue }: Omit<Props, 'onApply'>) => {
  const t = useTranslate()
  // The chosen season stays an option while the list of seasons is loading, or if it has no numbers. Newest
  // first.
  const allSeasons = [...new Set([...seasons, String(filters.season)])].sort().reverse()
  return {
    season: allSeasons.map((value) => ({ value, label: value })),
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
      ...courses.map(({ id }) => ({ value: id, label: catalogue[id]?.title ?? id })),
    ],
    figure: figureNames.map((name) => ({ value: name, label: t(figures[name].name) })),
    module: courses.flatMap(({ id: courseId, modules }) =>
      modules.map(({ id }) => ({
        value: id,
        label: `${catalogue[courseId]?.title ?? courseId}: ${catalogue[courseId]?.modules[id]?.title ?? id}`,
      })),
    ),
  }
}

/** The form that filters the numbers of the programme. The choices become search params of the page. */
export const ProgrammeFiltersForm = (props: Props) => {
  const t = useTranslate()
  const options = useOptions(props)
  const { filters, onApply } = props
  const renderSelect = (name: keyof typeof options) => (
    <SelectField
      label={t(`admin.programme.filter.${name}`)}
      name={name}
      defaultValue={String(filters[name] ?? '')}
      options={options[name]}
    />
  )
  return (
    <FilterForm schema={programmeFiltersSchema} onApply={onApply}>
      {renderSelect('season')}
      {renderSelect('country')}
      {renderSelect('locale')}
      {renderSelect('series')}
      {renderSelect('figure')}
      {renderSelect('module')}
    </FilterForm>
  )
}
