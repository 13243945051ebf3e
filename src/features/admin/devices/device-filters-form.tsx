import { deviceSorts } from '../../../contract/product-api/admin/admin-filters.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { SelectField, type SelectOption } from '../../../ui/form/select-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import {
  deviceFiltersFormSchema,
  errorCodes,
  silentDays,
  sortMessages,
  type DeviceFilters,
} from './device-filters.ts'
import styles from '../admin.module.css'
import { FilterForm } from '../filter-form.tsx'
import { countries } from '../../../i18n/place-names.ts'

type Props = {
  filters: DeviceFilters
  versions: readonly string[]
  onApply: (filters: DeviceFilters) => void
}

/** Creates an option whose label is its value. */
const toOption = (value: string) => ({ value, label: value })

/** Returns the options of each select box. The first option selects all devices, except in `sort`. */
const useOptions = ({ version }: DeviceFilters, versions: readonly string[]) => {
  const t = useTranslate()
  // The chosen version stays an option while the list is loading, or if no device reports it now.
  const allVersions = new Set(version === undefined ? versions : [...versions, version])
  return {
    country: [
      { value: '', label: t('admin.filter.anyCountry') },
      ...countries.map((code) => ({ value: code, label: t(`countryName.${code}`) })),
    ],
    version: [{ value: '', label: t('admin.filter.anyVersion') }, ...[...allVersions].map(toOption)],
    error: [{ value: '', label: t('admin.filter.anyError') }, ...errorCodes.map(toOption)],
    silent: [
      { value: '', label: t('admin.filter.anyTime') },
      ...silentDays.map((count) => ({
        value: String(count),
        label: t('admin.filter.silentDays', { count }),
      })),
    ],
    sort: deviceSorts.map((value) => ({ value, label: t(sortMessages[value]) })),
  } satisfies Record<string, SelectOption[]>
}

/** The form that filters and sorts the devices. The choices become search params of the page. */
export const DeviceFiltersForm = ({ filters, versions, onApply }: Props) => {
  const t = useTranslate()
  const options = useOptions(filters, versions)
  const renderSelect = (name: keyof typeof options, value: string | number = '') => (
    <SelectField
      label={t(`admin.filter.${name}`)}
      name={name}
      defaultValue={String(value)}
      options={options[name]}
    />
  )
  return (
    <FilterForm schema={deviceFiltersFormSchema} onApply={onApply}>
      {/* Keeps the filters that were set by a click on a bar of the overview. */}
      <input type="hidden" name="seen" value={filters.seen ?? ''} />
      <input type="hidden" name="waiting" value={filters.waiting ?? ''} />
      {renderSelect('country', filters.country)}
      {renderSelect('version', filters.version)}
      {renderSelect('error', filters.error)}
      {renderSelect('silent', filters.silent)}
      <div className={styles.withHint}>
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
      </div>
      {/* The product API sorts by `seen` if the query has no `sort`. */}
      {renderSelect('sort', filters.sort ?? 'seen')}
      <div className={styles.ticks}>
        <CheckboxField name="gaps" label={t('admin.filter.gaps')} defaultChecked={filters.gaps ?? false} />
        <CheckboxField
          name="needs"
          label={t('admin.filter.needsYou')}
          defaultChecked={filters.needs ?? false}
        />
      </div>
    </FilterForm>
  )
}
