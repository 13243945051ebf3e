import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import hiddenStyles from '../../../ui/visually-hidden.module.css'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import adminStyles from '../admin.module.css'
import type { DeviceFilters } from './device-filters.ts'
import { RequestFailure } from '../request-failure.tsx'
import {
  createShownCharts,
  isBarSelected,
  isAllClear,
  toggleBar,
  type Bar,
  type Chart,
} from './overview-charts.ts'
import styles from './overview.module.css'
import { useLocale } from '../../../i18n/use-locale.ts'
import { classNames } from '../../../ui/class-names.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useShowMore } from '../../../ui/use-show-more.tsx'

export type OverviewQuery = UseQueryResult<ResponseOf<'syncOverview'>>

type Props = {
  query: OverviewQuery
  filters: DeviceFilters
  isWideScreen: boolean
  /** A fold, which on a phone is in one row with the fold of the other charts. */
  children?: ReactNode
}

/**
 * Shows how many devices have each problem. A tap on a bar filters the list below. On a phone only the first
 * chart is unfolded, so that the list is not far below it.
 */
export const Overview = ({ query, filters, isWideScreen, children }: Props) => {
  const t = useTranslate()
  const { data, error, refetch } = query
  const isClear = isAllClear(data, filters)
  const cards = createShownCharts(data, filters, t).map((chart) => (
    <ChartCard
      key={chart.key}
      chart={chart}
      isLoading={!data}
      filters={filters}
      isWideScreen={isWideScreen}
    />
  ))
  const hasCharts = data !== undefined || !error
  // Without problems, no chart is important enough to come before the list, so a phone folds all charts.
  const firstCard = isClear ? undefined : cards[0]
  const foldedCards = isClear ? cards : cards.slice(1)
  return (
    <section className={adminStyles.section} aria-labelledby="overview">
      <div className={isWideScreen ? styles.heading : hiddenStyles.hidden}>
        <h2 id="overview">{t('admin.overview.heading')}</h2>
        {isWideScreen && <p className={adminStyles.small}>{t('admin.overview.body')}</p>}
      </div>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <VisuallyHidden live>{t('common.loading')}</VisuallyHidden>}
      {isClear && <Notice tone="success">{t('admin.overview.noneNeedsYou')}</Notice>}
      {hasCharts && (isWideScreen || firstCard) && (
        <div className={classNames(styles.charts, isClear && styles.calm)} aria-busy={!data}>
          {isWideScreen ? cards : firstCard}
        </div>
      )}
      <div className={adminStyles.folds}>
        {hasCharts && !isWideScreen && (
          <Disclosure className={adminStyles.box} summary={t('admin.overview.more')}>
            <div className={classNames(styles.charts, styles.flat)}>{foldedCards}</div>
          </Disclosure>
        )}
        {children}
      </div>
    </section>
  )
}

/** How many versions or countries are shown at first: those with the most devices. */
const initialBarCount = 3

type CardProps = { chart: Chart; isLoading: boolean; filters: DeviceFilters; isWideScreen: boolean }

/** One chart: a list of bars under its title. */
const ChartCard = ({ chart, isLoading, filters, isWideScreen }: CardProps) => {
  const t = useTranslate()
  const id = useId()
  const { title, note, empty, bars } = chart
  // Only the charts by version and by country have an `empty` message. The others show all bars at once.
  const { shown, showMoreButton } = useShowMore(bars, {
    step: empty ? initialBarCount : bars.length,
    label: () => t('common.showMore'),
  })
  // At least 1, because it is a divisor.
  const largestCount = Math.max(
    1,
    ...bars.map(({ devices = 0, isNumberOnly }) => (isNumberOnly ? 0 : devices)),
  )
  return (
    <section className={styles.chart} aria-labelledby={id}>
      <h3 id={id}>{t(title)}</h3>
      {note && <p className={adminStyles.small}>{t(note)}</p>}
      {empty && !isLoading && bars.length === 0 && <p className={styles.none}>{t(empty)}</p>}
      <ul className={styles.bars} aria-labelledby={id}>
        {shown.map((bar) => (
          <li key={bar.key}>
            <BarLink
              bar={bar}
              share={(bar.devices ?? 0) / largestCount}
              filters={filters}
              isWideScreen={isWideScreen}
            />
          </li>
        ))}
      </ul>
      {showMoreButton}
    </section>
  )
}

type BarProps = {
  bar: Bar
  /** The length relative to the longest bar of the chart, 0 to 1. Unused if the bar shows only a number. */
  share: number
  filters: DeviceFilters
  isWideScreen: boolean
}

/**
 * A bar with its number. A tap filters the list by the bar, or removes that filter. A bar that counts no
 * devices is a link only while its filter is active.
 */
const BarLink = ({ bar, share, filters, isWideScreen }: BarProps) => {
  const isSelected = isBarSelected(filters, bar)
  const content = <BarContent bar={bar} share={share} isSelected={isSelected} />
  if (!bar.devices && !isSelected) return <span className={styles.bar}>{content}</span>
  return (
    <LocaleLink
      to="admin/sync"
      search={toggleBar(filters, bar)}
      // On a phone the list is far below the bar, so the page scrolls to it. On larger screens the charts
      // stay visible.
      {...(isWideScreen ? { resetScroll: false } : { hash: 'devices' })}
      activeOptions={{ exact: true }}
      aria-current={isSelected ? 'true' : undefined}
      className={styles.bar}
    >
      {content}
    </LocaleLink>
  )
}

type BarContentProps = Pick<BarProps, 'bar' | 'share'> & { isSelected: boolean }

const BarContent = ({ bar, share, isSelected }: BarContentProps) => {
  const t = useTranslate()
  const number = new Intl.NumberFormat(useLocale().code)
  const { name, devices, isAlarming = false, isNumberOnly = false } = bar
  return (
    <>
      <span className={styles.name}>
        {isSelected && <span aria-hidden="true">✓ </span>}
        <span>{name}</span>
      </span>
      <span className={styles.amount} aria-hidden="true">
        {devices === undefined ? '–' : number.format(devices)}
      </span>
      {devices !== undefined && (
        <VisuallyHidden>
          {`${t('admin.overview.devices', { count: devices })}${isSelected ? ` ${t('admin.overview.on')}` : ''}`}
        </VisuallyHidden>
      )}
      {/* Zero, and a number that is loading, have an empty track, so that all rows look alike. */}
      {!isNumberOnly && (
        <span className={styles.track} aria-hidden="true">
          {share > 0 && (
            <span
              className={classNames(styles.fill, isAlarming && styles.alarming)}
              style={{ inlineSize: `${share * 100}%` }}
            />
          )}
        </span>
      )}
    </>
  )
}
