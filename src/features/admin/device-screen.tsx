import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ResponseOf } from '../../contract/product-api.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AdminOnly } from './admin-only.tsx'
import styles from './admin.module.css'
import { DeviceGaps } from './device-gaps.tsx'
import { DeviceLog } from './device-log.tsx'
import { DevicePeople } from './device-people.tsx'
import { DeviceState } from './device-state.tsx'
import { shortId } from './devices-screen.tsx'
import { Facts } from './facts.tsx'
import { isForbidden, RequestFailure } from './request-failure.tsx'
import { SyncFacts } from './sync-facts.tsx'

export type DeviceLogQuery = UseInfiniteQueryResult<InfiniteData<ResponseOf<'syncDevice'>>>

/** One device: its state, who has used it, what is missing, and what happened on it. */
export const DeviceScreen = ({
  id,
  query,
  now,
}: {
  id: string
  query: DeviceLogQuery
  /** ms since epoch */
  now: number
}) => {
  const t = useTranslate()
  const { data, error, refetch } = query
  if (isForbidden(error)) return <AdminOnly signedIn />
  const [first] = data?.pages ?? []
  return (
    <Page
      title={t('admin.device.title', { device: shortId(id) })}
      intro={<LocaleLink to="admin/sync">{t('admin.detail.back')}</LocaleLink>}
      wide
    >
      {!data && !error && <Spinner label={t('common.loading')} />}
      {!data && error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {first && (
        <>
          <Card>
            <Facts>
              <SyncFacts device={first.device} now={now} />
              <DeviceState device={first.device} now={now} />
            </Facts>
          </Card>
          <DeviceGaps device={first.device} />
          <DevicePeople people={first.people} now={now} />
          <section className={styles.section}>
            <h2>{t('admin.detail.logHeading')}</h2>
            <DeviceLog query={query} />
          </section>
        </>
      )}
    </Page>
  )
}
