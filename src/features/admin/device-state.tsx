import type { ResponseOf } from '../../contract/product-api.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { formatSize } from '../../ui/format-size.ts'
import { Fact } from './facts.tsx'
import { Moment } from './moment.tsx'

/** What only the page of a device says of it. */
export const DeviceState = ({
  device: { device, locale, first_seen, highest, clock_offset, storage },
  now,
}: {
  device: ResponseOf<'syncDevice'>['device']
  now: number
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const number = new Intl.NumberFormat(code)
  const seconds = new Intl.NumberFormat(code, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  const { usage, quota, persisted } = storage
  const unknown = t('admin.device.unknown')
  return (
    <>
      <Fact name={t('admin.device.id')}>{device}</Fact>
      <Fact name={t('admin.device.locale')}>{locale ?? unknown}</Fact>
      <Fact name={t('admin.device.firstSeen')}>
        <Moment at={first_seen} now={now} />
      </Fact>
      <Fact name={t('admin.device.highest')}>{number.format(highest)}</Fact>
      <Fact name={t('admin.device.clock')}>{seconds.format(Math.round(clock_offset / 1000))}</Fact>
      <Fact name={t('admin.device.storage')}>
        {usage === null || quota === null
          ? unknown
          : t('admin.device.storageUsed', {
              usage: formatSize(usage, code),
              quota: formatSize(quota, code),
            })}
      </Fact>
      <Fact name={t('admin.device.persisted')}>
        {persisted === null ? unknown : t(persisted ? 'common.yes' : 'common.no')}
      </Fact>
    </>
  )
}
