import { useState } from 'react'
import { productApi } from '../../../contract/product-api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import adminStyles from '../admin.module.css'
import { countries } from '../device-filters.ts'
import { answersAddress, type CompleteFilters } from './programme-filters.ts'

/** The answers of a country as CSV, and everything in one file. */
export const Downloads = ({ country: filtered }: Pick<CompleteFilters, 'country'>) => {
  const t = useTranslate()
  const [country, setCountry] = useState<string>(filtered ?? countries[0] ?? '')
  return (
    <section className={adminStyles.section}>
      <h2>{t('admin.programme.downloads')}</h2>
      <p>{t('admin.programme.downloadsBody')}</p>
      <SelectField
        label={t('admin.programme.filter.country')}
        name="export-country"
        value={country}
        onChange={(event) => setCountry(event.currentTarget.value)}
        options={countries.map((code) => ({ value: code, label: t(`countryName.${code}`) }))}
      />
      <p className={adminStyles.actions}>
        <a className={buttonClass('secondary')} href={answersAddress(country)} download>
          {t('admin.programme.csv')}
        </a>
        <a className={buttonClass('secondary')} href={productApi.programmeExport.path} download>
          {t('admin.programme.zip')}
        </a>
      </p>
    </section>
  )
}
