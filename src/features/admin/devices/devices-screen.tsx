import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useIsWideScreen } from '../../../ui/layout/use-is-wide-screen.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useFocusAfterRemoval } from '../../../ui/use-focus-after-removal.ts'
import { ActiveFilters } from './active-filters.tsx'
import { AdminLinks } from '../admin-links.tsx'
import { AdminForbidden } from '../admin-forbidden.tsx'
import { useCanCall } from '../admin-identity.ts'
import styles from '../admin.module.css'
import type { DeviceFilters } from './device-filters.ts'
import { getExportUrl } from './export-url.ts'
import { DeviceFiltersForm } from './device-filters-form.tsx'
import { DownloadLink } from '../download-link.tsx'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { DeviceTable } from './device-table.tsx'
import { toNextPage, toPreviousPage, type PageTrail } from './page-trail.ts'
import { Overview, type OverviewQuery } from './overview.tsx'
import { isForbidden, RequestFailure } from '../request-failure.tsx'
import { buttonClass } from '../../../ui/button.tsx'

/** A page of the list of devices, as `useQuery` returns it. */
type DevicesQuery = UseQueryResult<ResponseOf<'syncDevices'>>

type Props = {
  filters: DeviceFilters
  /** The cursors of the pages from the second to the shown one, or undefined on the first page. */
  trail: PageTrail
  /** The app versions that devices report. */
  versions: readonly string[]
  overview: OverviewQuery
  devices: DevicesQuery
  /** In ms since the epoch. */
  now: number
  request: RequestAsAdmin
  onApply: (filters: DeviceFilters) => void
}

/** Shows the devices of all customers: how many entries each has not sent, and how many are missing. */
export const DevicesScreen = (props: Props) => {
  const { filters, versions, overview, devices, onApply } = props
  const t = useTranslate()
  // On a phone the filters would push the devices off the screen.
  const isWideScreen = useIsWideScreen()
  if (isForbidden(devices.error)) return <AdminForbidden call="syncDevices" />
  return (
    <Page title={t('admin.tabs.sync')} isCompact wide>
      <AdminLinks />
      <Overview query={overview} filters={filters} isWideScreen={isWideScreen}>
        <Disclosure className={styles.box} open={isWideScreen} summary={t('admin.filter.heading')}>
          <DeviceFiltersForm
            // If the filters changed elsewhere, for example through Back, the form needs new default values.
            key={JSON.stringify(filters)}
            filters={filters}
            versions={versions}
            onApply={onApply}
          />
        </Disclosure>
      </Overview>
      <FilteredDevices {...props} />
    </Page>
  )
}

/** The list of devices, with its active filters. */
const FilteredDevices = ({ filters, trail, devices, now, request }: Props) => {
  const t = useTranslate()
  const canCall = useCanCall()
  const heading = useRef<HTMLHeadingElement>(null)
  // The link that removes a filter disappears with it, so the focus moves to the heading.
  const onFocus = useFocusAfterRemoval(heading)
  // `isPlaceholderData`: the list shows the data of other filters or of another page until its own arrives.
  const { data, error, refetch, isPlaceholderData } = devices
  return (
    <section className={styles.section} aria-labelledby="devices">
      <div className={styles.heading}>
        <div>
          <h2 id="devices" ref={heading} tabIndex={-1}>
            {t('admin.list.heading')}
          </h2>
          {data && (
            <output className={styles.small}>{t('admin.list.shown', { count: data.devices.length })}</output>
          )}
        </div>
        {canCall('syncExport') && (
          <DownloadLink request={request} href={getExportUrl(filters)}>
            {t('admin.list.csv')}
          </DownloadLink>
        )}
      </div>
      <div className={styles.section} onFocus={onFocus} aria-busy={isPlaceholderData}>
        <ActiveFilters filters={filters} />
        {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton rows={6} />}
        {data && data.devices.length === 0 && (
          <EmptyState title={t('admin.list.empty')}>
            <p>{t('admin.list.emptyBody')}</p>
          </EmptyState>
        )}
        {data && data.devices.length > 0 && <DeviceTable devices={data.devices} now={now} />}
        <Pages filters={filters} trail={trail} next={data?.next ?? null} heading={heading} />
      </div>
    </section>
  )
}

type PagesProps = Pick<Props, 'filters' | 'trail'> & {
  /** The cursor of the next page, or null on the last page. */
  next: string | null
  /** The heading of the list. */
  heading: RefObject<HTMLHeadingElement | null>
}

/** Links to the previous and the next page of the list. A click moves the focus to the list's heading. */
const Pages = ({ filters, trail, next, heading }: PagesProps) => {
  const t = useTranslate()
  if (trail === undefined && next === null) return null
  const linkProps = {
    to: 'admin/sync',
    hash: 'devices',
    activeOptions: { exact: true },
    className: buttonClass('secondary'),
    onClick: () => heading.current?.focus({ preventScroll: true }),
  } as const
  return (
    <nav className={styles.pages} aria-label={t('admin.list.pages')}>
      {trail !== undefined && (
        <LocaleLink {...linkProps} search={toPreviousPage(filters, trail)}>
          {t('admin.list.previousPage')}
        </LocaleLink>
      )}
      {next !== null && (
        <LocaleLink {...linkProps} search={toNextPage(filters, trail, next)}>
          {t('admin.list.nextPage')}
        </LocaleLink>
      )}
    </nav>
  )
}
