import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { getDateFormat } from '../../../i18n/date-format.ts'
import type { ProgrammeTotal } from '../../../contract/product-api/admin/programme-api.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { formatCountryName, formatLocaleName } from '../../../i18n/place-names.ts'
import adminStyles from '../admin.module.css'
import { breakdownBy, breakdownByMonth, getSeasonTotal } from './breakdowns.ts'
import { BarTable } from './bar-table.tsx'
import { figureNames, figures, type CompleteFilters } from './programme-filters.ts'
import styles from './programme.module.css'

type Props = { filters: CompleteFilters; totals: readonly ProgrammeTotal[]; catalogue: CourseCatalogue }

/**
 * Breaks the chosen figure down by month, country and locale. A figure that is counted per course is also
 * broken down by `series`, the name that the product API has for a course.
 */
const Breakdowns = ({ filters: { figure, season }, totals, catalogue }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const figureName = t(figures[figure].name)
  const monthFormat = getDateFormat(code, { month: 'long', timeZone: 'UTC' })
  const bySeries = { by: 'series', getName: (key: string) => catalogue[key]?.title ?? key } as const
  const breakdowns = [
    { by: 'country', getName: (key: string) => formatCountryName(key, t) ?? key },
    { by: 'locale', getName: (key: string) => formatLocaleName(key, t) },
    ...('isPerCourse' in figures[figure] ? [bySeries] : []),
  ] as const
  return (
    <div className={styles.breakdowns}>
      <BarTable
        title={t('admin.programme.byMonth', { figure: figureName })}
        headings={{ name: t('admin.programme.month'), amount: figureName }}
        rows={breakdownByMonth(totals, figure, season).map((row) => ({
          key: row.key,
          amount: row.amount,
          name: monthFormat.format(Date.parse(`${row.key}-01`)),
        }))}
      />
      {breakdowns.map(({ by, getName }) => {
        const rows = breakdownBy(totals, figure, by).map(({ key, amount }) => ({
          key,
          amount,
          name: getName(key),
        }))
        if (rows.length === 0) return null
        return (
          <BarTable
            key={by}
            title={t(`admin.programme.by.${by}`, { figure: figureName })}
            headings={{ name: t(`admin.programme.filter.${by}`), amount: figureName }}
            rows={rows}
          />
        )
      })}
    </div>
  )
}

/** Shows every figure as a number, and breaks the chosen figure down. */
export const ProgrammeFigures = (props: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { filters, totals } = props
  if (totals.length === 0)
    return (
      <EmptyState title={t('admin.programme.empty')}>
        <p>{t('admin.programme.emptyBody')}</p>
      </EmptyState>
    )
  const numberFormat = new Intl.NumberFormat(code)
  return (
    <>
      <dl className={styles.figures}>
        {figureNames.map((name) => (
          <div key={name}>
            <dt>{t(figures[name].name)}</dt>
            <dd>{numberFormat.format(getSeasonTotal(totals, name))}</dd>
          </div>
        ))}
      </dl>
      <p className={adminStyles.small}>{t('admin.programme.notes')}</p>
      {/* Not every figure is counted per course, so a filter by course does not apply to all of them. */}
      {filters.series && <p className={adminStyles.small}>{t('admin.programme.notOfSeries')}</p>}
      <Breakdowns {...props} />
    </>
  )
}
