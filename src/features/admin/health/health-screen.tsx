import type { VitalName } from '../../../contract/product-api/health-api.ts'
import { healthPeriods, type HealthPeriod } from '../../../contract/product-api/admin/admin-filters.ts'
import type { VitalSummary } from '../../../contract/product-api/admin/health-overview-api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { AdminForbidden } from '../admin-forbidden.tsx'
import { AdminLinks } from '../admin-links.tsx'
import adminStyles from '../admin.module.css'
import { QueryContent } from '../query-content.tsx'
import { isForbidden } from '../request-failure.tsx'
import { ErrorList } from './error-list.tsx'
import type { CompleteHealthFilters, HealthFilters } from './health-filters.ts'
import type { HealthQuery } from './health-query.ts'
import styles from './health.module.css'
import { PagesTable } from './pages-table.tsx'
import { isBelowGood, RatingLegend, VitalCard, VitalRow } from './vital-card.tsx'

type Props = {
  filters: CompleteHealthFilters
  query: HealthQuery
  /** In ms since the epoch. */
  now: number
  onApply: (filters: HealthFilters) => void
}

/** The vitals: those below the rating "good" as cards with details, and the others as rows. */
const Vitals = ({ vitals }: { vitals: readonly VitalSummary[] }) => {
  const vitalsBelowGood = vitals.filter(isBelowGood)
  const otherVitals = vitals.filter((summary) => !isBelowGood(summary))
  return (
    <>
      {vitalsBelowGood.length > 0 && (
        <>
          <RatingLegend />
          <div className={styles.vitals}>
            {vitalsBelowGood.map((summary) => (
              <VitalCard key={summary.vital} summary={summary} />
            ))}
          </div>
        </>
      )}
      {otherVitals.length > 0 && (
        <ul className={styles.vitalRows}>
          {otherVitals.map((summary) => (
            <VitalRow key={summary.vital} summary={summary} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Shows how fast the app is on devices, on which pages it is slow, and what fails. */
export const HealthScreen = ({ filters: { period, vital }, query, now, onApply }: Props) => {
  const t = useTranslate()
  if (isForbidden(query.error)) return <AdminForbidden call="appHealthOverview" />
  const apply = (change: { period?: HealthPeriod; vital?: VitalName }) =>
    onApply({ days: Number(change.period ?? period), vital: change.vital ?? vital })
  return (
    <Page title={t('admin.health.title')} isCompact wide>
      <AdminLinks />
      <SegmentedControl
        legend={t('admin.health.period')}
        name="days"
        options={healthPeriods.map((value) => ({
          value,
          label: t('admin.health.days', { count: Number(value) }),
        }))}
        chosen={period}
        pills
        onChange={(value) => apply({ period: value })}
      />
      <QueryContent query={query}>
        {({ vitals, errors }) => (
          <div className={styles.content} aria-busy={query.isPlaceholderData}>
            {vitals.every(({ count }) => count === 0) ? (
              <EmptyState title={t('admin.health.empty')}>
                <p>{t('admin.health.emptyBody')}</p>
              </EmptyState>
            ) : (
              <>
                <section className={adminStyles.section} aria-labelledby="speed">
                  <h2 id="speed">{t('admin.health.speed')}</h2>
                  <p className={adminStyles.small}>{t('admin.health.speedBody')}</p>
                  <Vitals vitals={vitals} />
                </section>
                <PagesTable vitals={vitals} vital={vital} onChoose={(value) => apply({ vital: value })} />
              </>
            )}
            {/* With another period, the `key` resets how many errors the list shows. */}
            <ErrorList key={period} errors={errors} now={now} />
          </div>
        )}
      </QueryContent>
    </Page>
  )
}
