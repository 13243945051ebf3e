import { deviceSorts } from '../../../contract/product-api/devices-api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { SelectField, type SelectOption } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import {
  deviceFiltersForm,
  errorClasses,
  silences,
  sortMessages,
  type DeviceFilters,
} from './device-filters.ts'
import { FilterForm } from '../filter-form.tsx'
import { countries } from '../place-names.ts'

type Props = {
  filters: DeviceFilters
  versions: readonly string[]
  onApply: (filters: DeviceFilters) => void
}

const same = (value: string) => ({ value, label: value })

/** The options of each select box; the first option selects all devices. */
const useOptions = ({ version }: DeviceFilters, versions: readonly string[]) => {
  const t = useTranslate()
  // The list of versions loads after the page, and a version may have disappeared since.
  const known = new Set(version === undefined ? versions : [...versions, version])
  return {
    country: [
      { value: '', label: t('admin.filter.anyCountry') },
      ...countries.map((code) => ({ value: code, label: t(`countryName.${code}`) })),
    ],
    version: [{ value: '', label: t('admin.filter.anyVersion') }, ...[...known].map(same)],
    error: [{ value: '', label: t('admin.filter.anyError') }, ...errorClasses.map(same)],
    silent: [
      { value: '', label: t('admin.filter.anyTime') },
      ...silences.map((count) => ({
        value: String(count),
        label: t('admin.filter.silentDays', { count }),
      })),
    ],
    sort: deviceSorts.map((value) => ({ value, label: t(sortMessages[value]) })),
  } satisfies Record<string, SelectOption[]>
}

/** Filters and sorts the devices. The choices go into the page's address. */
export const DeviceFiltersForm = ({ filters, versions, onApply }: Props) => {
  const t = useTranslate()
  const options = useOptions(filters, versions)
  const select = (name: keyof typeof options, value: string | number = '') => (
    <SelectField
      label={t(`admin.filter.${name}`)}
      name={name}
      defaultValue={String(value)}
      options={options[name]}
    />
  )
  return (
    <FilterForm schema={deviceFiltersForm} onApply={onApply}>
      {/* Keeps the filters that a bar of the overview has set. */}
      <input type="hidden" name="seen" value={filters.seen ?? ''} />
      <input type="hidden" name="waiting" value={filters.waiting ?? ''} />
      {select('country', filters.country)}
      {select('version', filters.version)}
      {select('error', filters.error)}
      {select('silent', filters.silent)}
      <TextField
        label={t('admin.filter.who')}
        hint={t('admin.filter.whoHint')}
        name="who"
        defaultValue={filters.who ?? ''}
        maxLength={128}
        pattern="[A-Za-z0-9_:.\-]*"
        title={t('admin.filter.whoInvalid')}
        autoComplete="off"
        spellCheck={false}
      />
      {select('sort', filters.sort ?? 'seen')}
      <CheckboxField name="gaps" label={t('admin.filter.gaps')} defaultChecked={filters.gaps ?? false} />
      <CheckboxField
        name="needs"
        label={t('admin.filter.needsYou')}
        defaultChecked={filters.needs ?? false}
      />
    </FilterForm>
  )
}
