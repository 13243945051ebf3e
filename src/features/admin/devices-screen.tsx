import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../contract/product-api.ts'
import { supportCode } from '../../contract/support-code.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { AdminLinks } from './admin-links.tsx'
import { AdminOnly } from './admin-only.tsx'
import styles from './admin.module.css'
import { exportAddress, type DeviceFilters } from './device-filters.ts'
import { DeviceFiltersForm } from './device-filters-form.tsx'
import { DownloadLink } from './download-link.tsx'
import type { RequestAsAdmin } from './request-as-admin.ts'
import { DeviceFacts } from './device-facts.tsx'
import { NextPage } from './next-page.tsx'
import { isForbidden } from './request-failure.tsx'

export type Devices = UseInfiniteQueryResult<InfiniteData<ResponseOf<'syncDevices'>>>

/** The devices of everybody: what each has not sent, and what is missing. */
export const DevicesScreen = ({
  filters,
  versions,
  devices,
  now,
  request,
  onApply,
}: {
  filters: DeviceFilters
  versions: readonly string[]
  devices: Devices
  /** ms since epoch */
  now: number
  request: RequestAsAdmin
  onApply: (filters: DeviceFilters) => void
}) => {
  const t = useTranslate()
  // On a phone the filters would push the devices off the screen.
  const [roomy] = useState(() => matchMedia('(width >= 48rem)').matches)
  if (isForbidden(devices.error)) return <AdminOnly signedIn />
  return (
    <Page title={t('admin.sync.title')} intro={t('admin.sync.intro')} wide>
      <AdminLinks />
      <details className={styles.filterBox} open={roomy}>
        <summary>{t('admin.filter.heading')}</summary>
        <DeviceFiltersForm
          // Filters that changed elsewhere, as by the browser's way back, are other defaults.
          key={JSON.stringify(filters)}
          {...{ filters, versions, onApply }}
        />
      </details>
      <section className={styles.section}>
        <div className={styles.heading}>
          <h2>{t('admin.list.heading')}</h2>
          <DownloadLink request={request} href={exportAddress(filters)}>
            {t('admin.list.csv')}
          </DownloadLink>
        </div>
        <DeviceList devices={devices} now={now} />
      </section>
    </Page>
  )
}

const DeviceList = ({ devices, now }: { devices: Devices; now: number }) => {
  const t = useTranslate()
  const { data, error } = devices
  const shown = data?.pages.flatMap((page) => page.devices) ?? []
  return (
    <>
      {!data && !error && <Skeleton rows={6} />}
      {data && <output className={styles.count}>{t('admin.list.shown', { count: shown.length })}</output>}
      {data && shown.length === 0 && (
        <EmptyState title={t('admin.list.empty')}>{t('admin.list.emptyBody')}</EmptyState>
      )}
      <ul className={styles.devices}>
        {shown.map((device) => (
          <li key={device.device} className={styles.device}>
            <h3>
              <LocaleLink to={`admin/sync/${device.device}`} className={aloneLink}>
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
