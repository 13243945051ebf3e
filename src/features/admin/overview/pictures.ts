import type { ResponseOf } from '../../../contract/product-api.ts'
import {
  seenAges,
  waitingAges,
  type SeenAge,
  type WaitingAge,
} from '../../../contract/product-api/sync-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { countryName, without, type DeviceFilters } from '../device-filters.ts'

export type Bar = {
  key: string
  name: string
  /** How many; absent while they are counted. */
  devices: number | undefined
  /** The filters that a tap sets. */
  sets: DeviceFilters
  /** Gets worse while nobody looks at it. */
  isAlarming?: boolean
  /** So many more than the others that beside its bar theirs could not be seen: only its number is shown. */
  hasNoBar?: boolean
}

export type Picture = {
  key: string
  title: MessageId
  note?: MessageId
  /** Said in place of the bars when there are none, or nothing in any of them. */
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

/** What has to be looked at comes first, then what tells why. */
export const picturesOf = (counts: Counts | undefined, t: Translate): Picture[] => [
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

/** Whether the list below is that of a bar. */
export const isOn = (filters: DeviceFilters, { sets }: Pick<Bar, 'sets'>): boolean => {
  const chosen = new Map<string, unknown>(Object.entries(filters))
  return Object.entries(sets).every(([name, value]) => chosen.get(name) === value)
}

/** The filters after a tap: a second one takes back what the first one set. */
export const afterTap = (filters: DeviceFilters, bar: Pick<Bar, 'sets'>): DeviceFilters =>
  isOn(filters, bar) ? without(filters, Object.keys(bar.sets)) : { ...filters, ...bar.sets }
