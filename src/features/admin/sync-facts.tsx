import type { SyncDevice } from '../../contract/product-api/sync-api.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { countries } from './device-filters.ts'
import { Fact } from './facts.tsx'
import { Moment } from './moment.tsx'

/** What a device's line in the list says: who, where, when, how much waits and what is missing. */
export const SyncFacts = ({ device, now }: { device: SyncDevice; now: number }) => {
  const t = useTranslate()
  const number = new Intl.NumberFormat(useLocale().code)
  const country = countries.find((known) => known === device.country)
  return (
    <>
      <Fact name={t('admin.device.customer')}>
        {device.customer_id ?? t('admin.device.nobody')}
        {device.customers > 1 && ` ${t('admin.device.moreCustomers', { count: device.customers - 1 })}`}
      </Fact>
      <Fact name={t('admin.device.country')}>{country ? t(`countryName.${country}`) : device.country}</Fact>
      <Fact name={t('admin.device.version')}>{device.version ?? t('admin.device.unknown')}</Fact>
      <Fact name={t('admin.device.lastSeen')}>
        <Moment at={device.last_seen} now={now} />
      </Fact>
      <Fact name={t('admin.device.lastSuccess')}>
        {device.last_success === null ? (
          t('admin.device.never')
        ) : (
          <Moment at={device.last_success} now={now} />
        )}
      </Fact>
      <Fact name={t('admin.device.pending')}>{number.format(device.pending)}</Fact>
      <Fact name={t('admin.device.needsYou')} alarming={device.needs_you > 0}>
        {number.format(device.needs_you)}
      </Fact>
      <Fact name={t('admin.device.oldest')}>
        {device.oldest_at === null ? t('admin.device.nothing') : <Moment at={device.oldest_at} now={now} />}
      </Fact>
      <Fact name={t('admin.device.gaps')} alarming={device.gaps > 0}>
        {number.format(device.gaps)}
      </Fact>
      <Fact name={t('admin.device.errors')}>
        {device.errors.length === 0
          ? t('admin.device.nothing')
          : device.errors.map(({ code, count }) => `${code} (${number.format(count)})`).join(', ')}
      </Fact>
    </>
  )
}
