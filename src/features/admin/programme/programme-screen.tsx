import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { findModule } from '../../../config/courses.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { adminApi } from '../../../contract/product-api/admin/admin-api.ts'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { countries } from '../../../i18n/place-names.ts'
import { AdminLinks } from '../admin-links.tsx'
import { AdminForbidden } from '../admin-forbidden.tsx'
import { useCanCall } from '../admin-identity.ts'
import adminStyles from '../admin.module.css'
import { DownloadLink } from '../download-link.tsx'
import { QueryContent } from '../query-content.tsx'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { isForbidden } from '../request-failure.tsx'
import { Answers } from './answers.tsx'
import { ProgrammeFiltersForm } from './programme-filters-form.tsx'
import { getAnswersCsvUrl } from './answers-csv-url.ts'
import type { CompleteFilters, ProgrammeFilters } from './programme-filters.ts'
import type { writtenAnswersQuery } from './programme-queries.ts'
import { ProgrammeFigures } from './programme-figures.tsx'
import styles from './programme.module.css'

/** Links that download the answers of a country as a CSV file, or all data in one ZIP file. */
const Downloads = ({
  country: filteredCountry,
  request,
}: Pick<CompleteFilters, 'country'> & { request: RequestAsAdmin }) => {
  const t = useTranslate()
  const [country, setCountry] = useState<string>(filteredCountry ?? countries[0] ?? '')
  return (
    <section className={classNames(adminStyles.section, styles.part)} data-only="screen">
      <h2>{t('admin.programme.downloads')}</h2>
      <p>{t('admin.programme.downloadsBody')}</p>
      <div className={styles.country}>
        <SelectField
          label={t('admin.programme.filter.country')}
          name="export-country"
          value={country}
          onChange={(event) => setCountry(event.currentTarget.value)}
          options={countries.map((code) => ({ value: code, label: t(`countryName.${code}`) }))}
        />
      </div>
      <p className={adminStyles.actions}>
        <DownloadLink request={request} check="roles" href={getAnswersCsvUrl(country)}>
          {t('admin.programme.csv')}
        </DownloadLink>
        <DownloadLink request={request} check="roles" href={adminApi.programmeExport.path}>
          {t('admin.programme.zip')}
        </DownloadLink>
      </p>
    </section>
  )
}

type Props = {
  filters: CompleteFilters
  totals: UseQueryResult<ResponseOf<'programme'>>
  answers: UseQueryResult<ResponseOf<'programmeAnswers'>>
  createAnswersQuery: (questionId: string) => ReturnType<typeof writtenAnswersQuery>
  catalogue: CourseCatalogue
  request: RequestAsAdmin
  onApply: (filters: ProgrammeFilters) => void
}

/**
 * Shows the numbers of the programme in a season (a calendar year), and the answers of coaches to the
 * questions of a module.
 */
export const ProgrammeScreen = ({
  filters,
  totals,
  answers,
  createAnswersQuery,
  catalogue,
  request,
  onApply,
}: Props) => {
  const t = useTranslate()
  const canCall = useCanCall()
  const courseId = findModule(filters.module)?.course.id ?? ''
  // Undefined while the catalogue has no texts of the module: the answers need the texts of its questions.
  const module = catalogue[courseId]?.modules[filters.module]
  if (isForbidden(totals.error)) return <AdminForbidden call="programme" />
  return (
    <Page title={t('admin.programme.title')} wide isCompact>
      <AdminLinks />
      <p className={adminStyles.small}>{t('admin.programme.intro')}</p>
      {/* Closed, because the open filters would push the numbers off the screen. */}
      <Disclosure className={adminStyles.box} summary={t('admin.programme.filterHeading')}>
        <ProgrammeFiltersForm
          // If the filters changed elsewhere, for example through Back, the form needs new default values.
          key={JSON.stringify(filters)}
          seasons={totals.data?.seasons ?? []}
          filters={filters}
          catalogue={catalogue}
          onApply={onApply}
        />
      </Disclosure>
      <section className={classNames(adminStyles.section, styles.part)}>
        <h2>{t('admin.programme.reached', { season: String(filters.season) })}</h2>
        <QueryContent query={totals}>
          {(data) => <ProgrammeFigures totals={data.totals} filters={filters} catalogue={catalogue} />}
        </QueryContent>
      </section>
      {module && (
        <section className={classNames(adminStyles.section, styles.part)}>
          <h2>{t('admin.programme.answers', { module: module.title })}</h2>
          <QueryContent query={answers}>
            {({ questions }) => (
              <Answers module={module} questions={questions} createAnswersQuery={createAnswersQuery} />
            )}
          </QueryContent>
        </section>
      )}
      {canCall('programmeExport') && (
        // The `key` makes a new country filter the chosen country of the downloads.
        <Downloads key={filters.country} country={filters.country} request={request} />
      )}
    </Page>
  )
}
