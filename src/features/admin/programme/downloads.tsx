import { useState } from 'react'
import { productApi } from '../../../contract/product-api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import adminStyles from '../admin.module.css'
import { DownloadLink } from '../download-link.tsx'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { countries } from '../device-filters.ts'
import { answersAddress, type CompleteFilters } from './programme-filters.ts'

/** The answers of a country as CSV, and everything in one file. */
export const Downloads = ({
  country: filtered,
  request,
}: Pick<CompleteFilters, 'country'> & { request: RequestAsAdmin }) => {
  const t = useTranslate()
  const [country, setCountry] = useState<string>(filtered ?? countries[0] ?? '')
  return (
    <section className={adminStyles.section} data-only="screen">
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
        <DownloadLink request={request} href={answersAddress(country)}>
          {t('admin.programme.csv')}
        </DownloadLink>
        <DownloadLink request={request} href={productApi.programmeExport.path}>
          {t('admin.programme.zip')}
        </DownloadLink>
      </p>
    </section>
  )
}
