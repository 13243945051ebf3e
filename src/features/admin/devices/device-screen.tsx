import * as v from 'valibot'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { deviceId } from '../../../contract/shared-schemas.ts'
import { formatSupportCode } from '../../../contract/support-code.ts'
import { formatCountryName } from '../../../i18n/place-names.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { ParentLink } from '../../../ui/layout/parent-link.tsx'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../../ui/standalone-link.ts'
import { AdminForbidden } from '../admin-forbidden.tsx'
import { useCanCall } from '../admin-identity.ts'
import styles from '../admin.module.css'
import { isForbidden, isNotFound, RequestFailure } from '../request-failure.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceLog } from './device-log.tsx'
import type { DeviceLogQuery } from './device-queries.ts'
import { DeviceUploads } from './device-uploads.tsx'
import { formatRanges } from './format-ranges.ts'
import { TimeWithAge } from '../time-with-age.tsx'

/**
 * Lists ranges of sequence numbers of entries. Neither the server nor the device has the `missing` entries.
 * The coach deleted the `discarded` entries before they were sent.
 */
const DeviceGaps = ({ device: { missing, discarded } }: { device: ResponseOf<'syncDevice'>['device'] }) => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <section className={styles.section}>
      <h2>{t('admin.detail.gapsHeading')}</h2>
      <Card>
        <p>{t(missing.length === 0 ? 'admin.detail.noGaps' : 'admin.detail.gapsBody')}</p>
        {missing.length > 0 && <p className={styles.numbers}>{formatRanges(missing, code)}</p>}
        {discarded.length > 0 && (
          <p>{t('admin.detail.discarded', { numbers: formatRanges(discarded, code) })}</p>
        )}
      </Card>
    </section>
  )
}

/** Lists the coaches who have used a device, by customer id and country, never by email address. */
const DevicePeople = ({ people, now }: { people: ResponseOf<'syncDevice'>['people']; now: number }) => {
  const t = useTranslate()
  const canCall = useCanCall()
  if (people.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('admin.detail.peopleHeading')}</h2>
      <ul className={styles.people}>
        {people.map(({ customer_id, country, last_seen, to_send, needs_you }) => (
          <li key={customer_id}>
            <span className={styles.id}>{customer_id}</span>
            <span>{formatCountryName(country, t)}</span>
            <TimeWithAge at={last_seen} now={now} />
            <span>{t('admin.detail.personWaits', { toSend: to_send, needsYou: needs_you })}</span>
            {canCall('giveRole') && (
              <LocaleLink
                to="admin/roles"
                search={{ customer: customer_id }}
                className={standaloneLinkClass}
                aria-label={t('admin.roles.giveTo', { customer: customer_id })}
              >
                {t('admin.roles.give')}
              </LocaleLink>
            )}
            {canCall('eraseCustomer') && (
              <LocaleLink
                to="admin/delete-account"
                search={{ customer: customer_id }}
                className={standaloneLinkClass}
                aria-label={t('admin.delete.of', { customer: customer_id })}
              >
                {t('admin.delete.title')}
              </LocaleLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One device: its state, the coaches who have used it, what is missing, and what happened on it. */
export const DeviceScreen = ({
  id,
  query,
  now,
}: {
  id: string
  query: DeviceLogQuery
  /** In ms since the epoch. */
  now: number
}) => {
  const t = useTranslate()
  const { data, error, refetch } = query
  if (isForbidden(error)) return <AdminForbidden call="syncDevice" />
  const isUnknownDevice = isNotFound(error) || !v.is(deviceId, id)
  // Hides the data of earlier responses, too: it may be about a customer who has deleted their account since.
  // Each page of the log repeats the facts about the device, so the first page is enough for them.
  const [firstPage] = isUnknownDevice ? [] : (data?.pages ?? [])
  return (
    <Page
      title={t('admin.device.title', { device: formatSupportCode(id) })}
      parentLink={<ParentLink to="admin/sync">{t('admin.detail.back')}</ParentLink>}
      wide
      isCompact
    >
      {!data && !error && !isUnknownDevice && <Skeleton rows={6} />}
      {isUnknownDevice && (
        <Notice tone="info" title={t('admin.detail.gone')}>
          {t('admin.detail.goneBody')}
        </Notice>
      )}
      {!data && error && !isUnknownDevice && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {firstPage && (
        <>
          <DeviceFacts device={firstPage.device} now={now} />
          <DeviceGaps device={firstPage.device} />
          <DeviceUploads uploads={firstPage.device.uploads} />
          <DevicePeople people={firstPage.people} now={now} />
          <section className={styles.section}>
            <h2>{t('admin.detail.logHeading')}</h2>
            <DeviceLog query={query} />
          </section>
        </>
      )}
    </Page>
  )
}
