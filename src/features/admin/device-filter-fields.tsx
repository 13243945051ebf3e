import { deviceSorts } from '../../contract/product-api/sync-api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { countries, errorClasses, silences, sortMessages, type DeviceFilters } from './device-filters.ts'

const same = (value: string) => ({ value, label: value })

/** Where devices are and what they run. */
export const OriginFields = ({
  filters: { country, version },
  versions,
}: {
  filters: DeviceFilters
  versions: readonly string[]
}) => {
  const t = useTranslate()
  const known = new Set(versions)
  // The list of versions comes later than the page, and one may have gone since.
  if (version !== undefined) known.add(version)
  return (
    <>
      <SelectField
        label={t('admin.filter.country')}
        name="country"
        defaultValue={country ?? ''}
        options={[
          { value: '', label: t('admin.filter.anyCountry') },
          ...countries.map((code) => ({ value: code, label: t(`countryName.${code}`) })),
        ]}
      />
      <SelectField
        label={t('admin.filter.version')}
        name="version"
        defaultValue={version ?? ''}
        options={[{ value: '', label: t('admin.filter.anyVersion') }, ...[...known].map(same)]}
      />
    </>
  )
}

/** What is wrong with devices. */
export const TroubleFields = ({ filters: { error, silent } }: { filters: DeviceFilters }) => {
  const t = useTranslate()
  const days = silences.map((count) => {
    return { value: String(count), label: t('admin.filter.silentDays', { count }) }
  })
  return (
    <>
      <SelectField
        label={t('admin.filter.error')}
        name="error"
        defaultValue={error ?? ''}
        options={[{ value: '', label: t('admin.filter.anyError') }, ...errorClasses.map(same)]}
      />
      <SelectField
        label={t('admin.filter.silent')}
        name="silent"
        defaultValue={String(silent ?? '')}
        options={[{ value: '', label: t('admin.filter.anyTime') }, ...days]}
      />
    </>
  )
}

/** Which devices come first. */
export const SortField = ({ filters: { sort } }: { filters: DeviceFilters }) => {
  const t = useTranslate()
  return (
    <SelectField
      label={t('admin.filter.sort')}
      name="sort"
      defaultValue={sort ?? 'seen'}
      options={deviceSorts.map((value) => ({ value, label: t(sortMessages[value]) }))}
    />
  )
}
