import type { ReactNode } from 'react'
import type { LocaleCode } from '../../../config/locales.ts'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { formatSupportCode } from '../../../contract/support-code.ts'
import type { SyncDevice } from '../../../contract/product-api/admin/devices-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import { formatSize } from '../../../ui/format-size.ts'
import styles from '../admin.module.css'
import { formatCountryName } from '../../../i18n/place-names.ts'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import { TimeWithAge } from '../time-with-age.tsx'
import factStyles from './device-facts.module.css'
import { DeviceState } from './device-table.tsx'

/** A named fact about a device. `isAlarming`: it needs an admin's attention. */
type Fact = { name: MessageId; value: ReactNode; isAlarming?: boolean }

/** `now`: in ms since the epoch. */
type FactContext = { t: Translate; locale: LocaleCode; now: number }

/**
 * States that the browser lost its database and continued under a new device id. `earlier` is its previous device
 * id. The sequence numbers started again at 1, so the number of gaps does not show what was lost.
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
 * Lists the facts that explain the state of a device: what waits, when the device last reported, and what has
 * failed.
 */
const createMainFacts = (device: SyncDevice, { t, locale, now }: FactContext): Fact[] => {
  const { pending, oldest_at: oldestAt, errors, began_anew: beganAnew } = device
  const number = new Intl.NumberFormat(locale)
  const errorText = errors.map(({ code, count }) => `${code} (${number.format(count)})`).join(', ')
  const oldestFact = (at: string): Fact => ({
    name: 'admin.device.oldest',
    value: <TimeWithAge at={at} now={now} />,
  })
  return [
    { name: 'admin.device.pending', value: number.format(pending) },
    ...(oldestAt === null ? [] : [oldestFact(oldestAt)]),
    { name: 'admin.device.lastSeen', value: <TimeWithAge at={device.last_seen} now={now} /> },
    ...(errorText === '' ? [] : [{ name: 'admin.device.errors', value: errorText } as const]),
    ...(beganAnew ? [createBeganAnewFact(beganAnew, { t, now })] : []),
  ]
}

type DetailedDevice = ResponseOf<'syncDevice'>['device']

/** Lists the other facts: who uses the device and where, and the device itself. */
const createOtherFacts = (device: DetailedDevice, { t, locale, now }: FactContext): Fact[] => {
  const { customer_id: customer, customers, last_success: lastSuccess, needs_you, gaps } = device
  const { usage, quota, persisted } = device.storage
  const formatBytes = (bytes: number) => formatSize(bytes, locale)
  const number = new Intl.NumberFormat(locale)
  const unknownText = t('admin.device.unknown')
  const isUsageKnown = usage !== null && quota !== null
  const moreCustomers = customers > 1 ? ` ${t('admin.device.moreCustomers', { count: customers - 1 })}` : ''
  return [
    { name: 'admin.device.customer', value: (customer ?? t('admin.device.nobody')) + moreCustomers },
    { name: 'admin.device.id', value: device.device },
    { name: 'admin.device.needsYou', value: number.format(needs_you), isAlarming: needs_you > 0 },
    { name: 'admin.device.gaps', value: number.format(gaps), isAlarming: gaps > 0 },
    {
      name: 'admin.device.lastSuccess',
      value: lastSuccess === null ? t('admin.device.never') : <TimeWithAge at={lastSuccess} now={now} />,
    },
    { name: 'admin.device.firstSeen', value: <TimeWithAge at={device.first_seen} now={now} /> },
    { name: 'admin.device.country', value: formatCountryName(device.country, t) },
    { name: 'admin.device.locale', value: device.locale ?? unknownText },
    { name: 'admin.device.version', value: device.version ?? unknownText },
    // The highest sequence number that the device has assigned to an entry.
    { name: 'admin.device.highest', value: number.format(device.highest) },
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

const FactList = ({ facts, isMain = false }: { facts: readonly Fact[]; isMain?: boolean }) => {
  const t = useTranslate()
  return (
    <dl className={classNames(styles.facts, factStyles.facts, isMain && factStyles.main)}>
      {facts.map(({ name, value, isAlarming = false }) => (
        <div key={name} className={classNames(isAlarming && styles.alarming)}>
          <dt>{t(name)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The state of a device and the facts that explain it. The other facts are folded. */
export const DeviceFacts = ({ device, now }: { device: DetailedDevice; now: number }) => {
  const t = useTranslate()
  const { code: locale } = useLocale()
  const context = { t, locale, now }
  return (
    <Card>
      <p className={factStyles.state}>
        <DeviceState device={device} />
      </p>
      <FactList facts={createMainFacts(device, context)} isMain />
      <Disclosure className={factStyles.more} summary={t('admin.device.more')}>
        <FactList facts={createOtherFacts(device, context)} />
      </Disclosure>
    </Card>
  )
}
