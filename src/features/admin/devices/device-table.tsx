import type { SyncDevice } from '../../../contract/product-api/admin/devices-api.ts'
import { formatSupportCode } from '../../../contract/support-code.ts'
import { createTimeFormat } from '../../../i18n/time-format.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { classNames } from '../../../ui/class-names.ts'
import { LocaleLink } from '../../../ui/locale-link.tsx'
import styles from './device-table.module.css'
import { TimeWithAge } from '../time-with-age.tsx'

type State = { text: string; tone: 'alarming' | 'waiting' | 'fine' }

/**
 * Describes each problem of a device that needs an admin. If there is none, describes whether entries wait to
 * be sent.
 */
const describeState = (device: SyncDevice, t: Translate): State[] => {
  const { needs_you: needsYou, gaps, began_anew: beganAnew, pending } = device
  const alarms = [
    needsYou > 0 && t('admin.list.needsYou', { count: needsYou }),
    gaps > 0 && t('admin.list.gaps', { count: gaps }),
    beganAnew && t('admin.device.beganAnew'),
  ].filter((text) => typeof text === 'string')
  if (alarms.length > 0) return alarms.map((text) => ({ text, tone: 'alarming' }))
  return pending > 0
    ? [{ text: t('admin.list.waits'), tone: 'waiting' }]
    : [{ text: t('admin.list.fine'), tone: 'fine' }]
}

/** The state of a device in words, each with a dot. */
export const DeviceState = ({ device }: { device: SyncDevice }) => {
  const t = useTranslate()
  return describeState(device, t).map(({ text, tone }) => (
    <span key={text} className={classNames(styles.state, styles[tone])}>
      {text}
    </span>
  ))
}

type RowProps = { device: SyncDevice; now: number }

/** Shows how many entries wait on a device, and how old the oldest is. */
const WaitingEntries = ({ device: { pending, oldest_at: oldestAt }, now }: RowProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  if (pending === 0) return <span>{t('admin.device.nothing')}</span>
  return (
    <>
      <span>{new Intl.NumberFormat(code).format(pending)}</span>
      {oldestAt !== null && (
        <span className={styles.soft}>{createTimeFormat(code).ago(now - Date.parse(oldestAt))}</span>
      )}
    </>
  )
}

/** The row of a device. On a phone, it has two lines, and all of it links to the page of the device. */
const DeviceRow = ({ device, now }: RowProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const customerText = device.customer_id ?? t('admin.device.nobody')
  const moreCustomers =
    device.customers > 1 ? t('admin.device.moreCustomers', { count: device.customers - 1 }) : ''
  return (
    <tr>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the link has the text */}
      <th scope="row" className={styles.deviceCell}>
        <LocaleLink to={`admin/sync/${device.device}`} className={styles.link}>
          <span className={styles.code} translate="no">
            {formatSupportCode(device.device)}
          </span>
          {/* On a phone, this replaces the columns with the class `wideOnly`. */}
          <span className={styles.lastSeen}>
            {createTimeFormat(code).ago(now - Date.parse(device.last_seen))}
          </span>
        </LocaleLink>
      </th>
      <td className={styles.wideOnly}>
        <span className={styles.who}>{customerText}</span>
        {moreCustomers !== '' && <span className={styles.soft}>{moreCustomers}</span>}
      </td>
      <td className={styles.wideOnly}>
        <TimeWithAge at={device.last_seen} now={now} />
      </td>
      <td className={styles.wideOnly}>
        <WaitingEntries device={device} now={now} />
      </td>
      <td className={styles.stateCell}>
        <DeviceState device={device} />
      </td>
    </tr>
  )
}

/** A page of the list of devices. */
export const DeviceTable = ({ devices, now }: { devices: readonly SyncDevice[]; now: number }) => {
  const t = useTranslate()
  return (
    <table className={styles.table} aria-labelledby="devices">
      <thead>
        <tr>
          <th scope="col">{t('admin.device.id')}</th>
          <th scope="col">{t('admin.device.customer')}</th>
          <th scope="col">{t('admin.device.lastSeen')}</th>
          <th scope="col">{t('admin.list.waiting')}</th>
          <th scope="col">{t('admin.list.state')}</th>
        </tr>
      </thead>
      <tbody>
        {devices.map((device) => (
          <DeviceRow key={device.device} device={device} now={now} />
        ))}
      </tbody>
    </table>
  )
}
