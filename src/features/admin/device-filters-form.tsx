import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import styles from './admin.module.css'
import { OriginFields, SortField, TroubleFields } from './device-filter-fields.tsx'
import { filtersOf, type DeviceFilters } from './device-filters.ts'

/** Which devices, in which order. What is chosen here goes into the page's address. */
export const DeviceFiltersForm = ({
  filters,
  versions,
  onApply,
}: {
  filters: DeviceFilters
  versions: readonly string[]
  onApply: (filters: DeviceFilters) => void
}) => {
  const t = useTranslate()
  return (
    <form
      className={styles.filters}
      onSubmit={(event) => {
        event.preventDefault()
        onApply(filtersOf(new FormData(event.currentTarget)))
      }}
      onReset={() => onApply(filtersOf(new FormData()))}
    >
      <OriginFields {...{ filters, versions }} />
      <TroubleFields filters={filters} />
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
      <SortField filters={filters} />
      <CheckboxField name="gaps" label={t('admin.filter.gaps')} defaultChecked={filters.gaps ?? false} />
      <CheckboxField
        name="needs"
        label={t('admin.filter.needsYou')}
        defaultChecked={filters.needs ?? false}
      />
      <div className={styles.actions}>
        <Button type="submit">{t('admin.filter.apply')}</Button>
        <Button type="reset" variant="quiet">
          {t('admin.filter.clear')}
        </Button>
      </div>
    </form>
  )
}
