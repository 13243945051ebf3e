import type { ReactNode } from 'react'
import type { LocaleCode } from '../../../config/locales.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { formatSupportCode } from '../../../contract/support-code.ts'
import type { SyncDevice } from '../../../contract/product-api/admin/devices-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { formatSize } from '../../../ui/format-size.ts'
import styles from '../admin.module.css'
import { formatCountryName } from '../../../i18n/place-names.ts'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import { TimeWithAge } from '../time-with-age.tsx'

/** A named fact about a device. `isAlarming`: it needs an admin's attention. */
type Fact = { name: MessageId; value: ReactNode; isAlarming?: boolean }

/** `now`: in ms since the epoch. */
type FactContext = { t: Translate; locale: LocaleCode; now: number }

/**
 * States that the browser lost its database and continued under a new device id. `earlier` is the device id
 * that it had before. The sequence numbers started again at 1, so the number of gaps does not show what was
 * lost.
 */
const createBeganAnewFact = (
  { at, earlier }: NonNullable<SyncDevice['began_anew']>,
  { t, now }: Pick<FactContext, 't' | 'now'>,
): Fact => ({
  name: 'admin.device.beganAnew',
  value: (
    <>
      <TimeWithAge at={at} now={now} /> <span>{t('admin.device.beganAnewBody')}</span>{' '}
      <LocaleLink to={`admin/sync/${earlier}`}>
        {t('admin.device.earlier', { device: formatSupportCode(earlier) })}
      </LocaleLink>
    </>
  ),
  isAlarming: true,
})

/**
 * Lists the facts that every response about a device contains: who uses it and where, when it last reported,
 * how many entries wait to be sent, and how many are missing (`gaps`).
 */
const createSyncFacts = (device: SyncDevice, { t, locale, now }: FactContext): Fact[] => {
  const {
    customer_id,
    customers,
    country,
    last_success,
    pending,
    needs_you,
    oldest_at,
    gaps,
    errors,
    began_anew,
  } = device
  const number = new Intl.NumberFormat(locale)
  const moreCustomers = customers > 1 ? ` ${t('admin.device.moreCustomers', { count: customers - 1 })}` : ''
  const errorText = errors.map(({ code, count }) => `${code} (${number.format(count)})`).join(', ')
  const nothingText = t('admin.device.nothing')
  return [
    { name: 'admin.device.customer', value: (customer_id ?? t('admin.device.nobody')) + moreCustomers },
    { name: 'admin.device.country', value: formatCountryName(country, t) },
    { name: 'admin.device.version', value: device.version ?? t('admin.device.unknown') },
    { name: 'admin.device.lastSeen', value: <TimeWithAge at={device.last_seen} now={now} /> },
    {
      name: 'admin.device.lastSuccess',
      value: last_success === null ? t('admin.device.never') : <TimeWithAge at={last_success} now={now} />,
    },
    { name: 'admin.device.pending', value: number.format(pending) },
    { name: 'admin.device.needsYou', value: number.format(needs_you), isAlarming: needs_you > 0 },
    {
      name: 'admin.device.oldest',
      value: oldest_at === null ? nothingText : <TimeWithAge at={oldest_at} now={now} />,
    },
    { name: 'admin.device.gaps', value: number.format(gaps), isAlarming: gaps > 0 },
    { name: 'admin.device.errors', value: errorText === '' ? nothingText : errorText },
    ...(began_anew ? [createBeganAnewFact(began_anew, { t, now })] : []),
  ]
}

type DetailedDevice = ResponseOf<'syncDevice'>['device']

/** Lists the facts that are only in the response for a single device, not in the list of devices. */
const createDetailFacts = (device: DetailedDevice, { t, locale, now }: FactContext): Fact[] => {
  const { usage, quota, persisted } = device.storage
  const formatBytes = (bytes: number) => formatSize(bytes, locale)
  const unknownText = t('admin.device.unknown')
  const isUsageKnown = usage !== null && quota !== null
  return [
    { name: 'admin.device.id', value: device.device },
    { name: 'admin.device.locale', value: device.locale ?? unknownText },
    { name: 'admin.device.firstSeen', value: <TimeWithAge at={device.first_seen} now={now} /> },
    // The highest sequence number that the device has assigned to an entry.
    { name: 'admin.device.highest', value: new Intl.NumberFormat(locale).format(device.highest) },
    { name: 'admin.device.clock', value: createTimeFormat(locale).span(device.clock_offset) },
    {
      name: 'admin.device.storage',
      value: isUsageKnown
        ? t('admin.device.storageUsed', { usage: formatBytes(usage), quota: formatBytes(quota) })
        : unknownText,
    },
    {
      name: 'admin.device.persisted',
      value: persisted === null ? unknownText : t(persisted ? 'common.yes' : 'common.no'),
    },
  ]
}

/** Lists all facts that a response contains about a device. */
export const DeviceFacts = ({ device, now }: { device: DetailedDevice; now: number }) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const context = { t, locale, now }
  return (
    <dl className={styles.facts}>
      {[...createSyncFacts(device, context), ...createDetailFacts(device, context)].map(
        ({ name, value, isAlarming = false }) => (
          <div key={name} className={classNames(isAlarming && styles.alarming)}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
