import type { ResponseOf } from '../../../contract/product-api.ts'
import {
  seenAges,
  waitingAges,
  type SeenAge,
  type WaitingAge,
} from '../../../contract/product-api/devices-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { without, type DeviceFilters } from './device-filters.ts'
import { countryName } from '../place-names.ts'

export type Bar = {
  key: string
  name: string
  /** The number of devices; undefined while loading. */
  devices: number | undefined
  /** The filters that a tap sets. */
  sets: DeviceFilters
  /** Gets worse if no admin acts. */
  isAlarming?: boolean
  /** So many more than the others that their bars would be invisible: only its number is shown. */
  hasNoBar?: boolean
}

export type Chart = {
  key: string
  title: MessageId
  note?: MessageId
  /** Shown in place of the bars if there are none, or all are empty. */
  empty?: MessageId
  bars: readonly Bar[]
}

type Counts = ResponseOf<'syncOverview'>

export const seenNames = {
  today: 'admin.overview.seenAge.today',
  week: 'admin.overview.seenAge.week',
  month: 'admin.overview.seenAge.month',
  longer: 'admin.overview.seenAge.longer',
} as const satisfies Record<SeenAge, MessageId>

export const waitingNames = {
  nothing: 'admin.overview.waitingAge.nothing',
  hour: 'admin.overview.waitingAge.hour',
  day: 'admin.overview.waitingAge.day',
  week: 'admin.overview.waitingAge.week',
  longer: 'admin.overview.waitingAge.longer',
} as const satisfies Record<WaitingAge, MessageId>

/** Problems come first, then their possible causes. */
export const overviewCharts = (counts: Counts | undefined, t: Translate): Chart[] => [
  {
    key: 'attention',
    title: 'admin.overview.attention',
    note: 'admin.overview.attentionNote',
    bars: [
      {
        key: 'needs',
        name: t('admin.overview.needsYou'),
        devices: counts?.needs_you,
        sets: { needs: true },
        isAlarming: true,
      },
      {
        key: 'gaps',
        name: t('admin.overview.gaps'),
        devices: counts?.gaps,
        sets: { gaps: true },
        isAlarming: true,
      },
    ],
  },
  {
    key: 'waiting',
    title: 'admin.overview.waiting',
    bars: waitingAges.map((age) => ({
      key: age,
      name: t(waitingNames[age]),
      devices: counts?.waiting[age],
      sets: { waiting: age },
      isAlarming: age === 'longer',
      hasNoBar: age === 'nothing',
    })),
  },
  {
    key: 'seen',
    title: 'admin.overview.seen',
    bars: seenAges.map((age) => ({
      key: age,
      name: t(seenNames[age]),
      devices: counts?.seen[age],
      sets: { seen: age },
    })),
  },
  {
    key: 'version',
    title: 'admin.overview.byVersion',
    empty: 'admin.overview.noneNeedsYou',
    bars: (counts?.needs_you_by_version ?? []).map(({ version, devices }) => ({
      key: version,
      name: version,
      devices,
      sets: { version, needs: true },
    })),
  },
  {
    key: 'country',
    title: 'admin.overview.byCountry',
    empty: 'admin.overview.noneNeedsYou',
    bars: (counts?.needs_you_by_country ?? []).map(({ country, devices }) => ({
      key: country,
      name: countryName(country, t) ?? country,
      devices,
      sets: { country, needs: true },
    })),
  },
]

/** Whether the list below shows the devices of a bar. */
export const isOn = (filters: DeviceFilters, { sets }: Pick<Bar, 'sets'>): boolean => {
  const chosen = new Map<string, unknown>(Object.entries(filters))
  return Object.entries(sets).every(([name, value]) => chosen.get(name) === value)
}

/** The filters after a tap: a second tap removes what the first one set. */
export const afterTap = (filters: DeviceFilters, bar: Pick<Bar, 'sets'>): DeviceFilters =>
  isOn(filters, bar) ? without(filters, Object.keys(bar.sets)) : { ...filters, ...bar.sets }
