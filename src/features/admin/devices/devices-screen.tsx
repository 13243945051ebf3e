import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { supportCode } from '../../../contract/support-code.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { standaloneLink } from '../../../ui/standalone-link.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { Fold } from '../../../ui/layout/fold.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useIsWideScreen } from '../../../ui/layout/use-is-wide-screen.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { useFocusAfter } from '../../../ui/use-focus-after.ts'
import { ActiveFilters } from './active-filters.tsx'
import { AdminLinks } from '../admin-links.tsx'
import { AdminRefused } from '../admin-refused.tsx'
import styles from '../admin.module.css'
import { exportUrl, type DeviceFilters } from './device-filters.ts'
import { DeviceFiltersForm } from './device-filters-form.tsx'
import { DownloadLink } from '../download-link.tsx'
import type { RequestAsAdmin } from '../request-as-admin.ts'
import { DeviceFacts } from './device-facts.tsx'
import { NextPage } from '../next-page.tsx'
import { Overview, type OverviewQuery } from './overview.tsx'
import { isForbidden } from '../request-failure.tsx'

/** The list of devices, as `useInfiniteQuery` returns it. */
type DevicesQuery = UseInfiniteQueryResult<InfiniteData<ResponseOf<'syncDevices'>>>

type Props = {
  filters: DeviceFilters
  versions: readonly string[]
  overview: OverviewQuery
  devices: DevicesQuery
  /** ms since epoch. */
  now: number
  request: RequestAsAdmin
  onApply: (filters: DeviceFilters) => void
}

/** The devices of all customers: what each has not sent, and what is missing. */
export const DevicesScreen = (props: Props) => {
  const { filters, versions, overview, devices, onApply } = props
  const t = useTranslate()
  // On a phone the filters would push the devices off the screen.
  const roomy = useIsWideScreen()
  if (isForbidden(devices.error)) return <AdminRefused />
  return (
    <Page title={t('admin.sync.title')} intro={t('admin.sync.intro')} wide>
      <AdminLinks />
      <Overview query={overview} filters={filters} roomy={roomy} />
      <Fold className={styles.filterBox} open={roomy} summary={t('admin.filter.heading')}>
        <DeviceFiltersForm
          // If the filters changed elsewhere, for example through Back, the form needs new default values.
          key={JSON.stringify(filters)}
          filters={filters}
          versions={versions}
          onApply={onApply}
        />
      </Fold>
      <FilteredDevices {...props} />
    </Page>
  )
}

/** The list with its active filters. */
const FilteredDevices = ({ filters, devices, now, request }: Props) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  // A pressed link disappears with its filter, so the focus moves to the heading.
  const onFocus = useFocusAfter(heading)
  return (
    <section className={styles.section} aria-labelledby="devices">
      <div className={styles.heading}>
        <h2 id="devices" ref={heading} tabIndex={-1}>
          {t('admin.list.heading')}
        </h2>
        <DownloadLink request={request} href={exportUrl(filters)}>
          {t('admin.list.csv')}
        </DownloadLink>
      </div>
      <div className={styles.section} onFocus={onFocus}>
        <ActiveFilters filters={filters} />
        <DeviceList devices={devices} now={now} />
      </div>
    </section>
  )
}

/** The devices that are loaded so far, and a button for more. */
const DeviceList = ({ devices, now }: { devices: DevicesQuery; now: number }) => {
  const t = useTranslate()
  const { data, error } = devices
  const loadedDevices = data?.pages.flatMap((page) => page.devices) ?? []
  return (
    <>
      {!data && !error && <Skeleton rows={6} />}
      {data && (
        <output className={styles.count}>{t('admin.list.shown', { count: loadedDevices.length })}</output>
      )}
      {data && loadedDevices.length === 0 && (
        <EmptyState title={t('admin.list.empty')}>
          <p>{t('admin.list.emptyBody')}</p>
        </EmptyState>
      )}
      <ul className={styles.devices}>
        {loadedDevices.map((device) => (
          <li key={device.device} className={styles.device}>
            <h3>
              <LocaleLink to={`admin/sync/${device.device}`} className={standaloneLink}>
                {t('admin.device.title', { device: supportCode(device.device) })}
              </LocaleLink>
            </h3>
            <DeviceFacts device={device} now={now} />
          </li>
        ))}
      </ul>
      <NextPage query={devices} />
    </>
  )
}
