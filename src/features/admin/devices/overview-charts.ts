import type { ResponseOf } from '../../../contract/product-api.ts'
import {
  seenAges,
  waitingAges,
  type SeenAge,
  type WaitingAge,
} from '../../../contract/product-api/admin/admin-filters.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { removeFilters, type DeviceFilters } from './device-filters.ts'
import { formatCountryName } from '../../../i18n/place-names.ts'

/** A bar counts the devices that the list would show with the filters of the bar. */
export type Bar = {
  key: string
  name: string
  /** The number of devices, or undefined while loading. */
  devices: number | undefined
  /** The filters that a tap on the bar sets. */
  filters: DeviceFilters
  /** Shown as a problem, because the number keeps growing until an admin acts. */
  isAlarming?: boolean
  /** Shown without a bar, because its number is so large that the other bars would be invisible. */
  isNumberOnly?: boolean
}

export type Chart = {
  key: string
  title: MessageId
  note?: MessageId
  /** Shown if there are no bars. Only a chart that may have none has this message. */
  empty?: MessageId
  bars: readonly Bar[]
}

type Counts = ResponseOf<'syncOverview'>

/** The names of the ranges of the time since a device's last report. */
export const seenMessages = {
  today: 'admin.overview.seenAge.today',
  week: 'admin.overview.seenAge.week',
  month: 'admin.overview.seenAge.month',
  longer: 'admin.overview.seenAge.longer',
} as const satisfies Record<SeenAge, MessageId>

/** The names of the ranges of the time that the oldest unsent entry of a device has waited. */
export const waitingMessages = {
  nothing: 'admin.overview.waitingAge.nothing',
  hour: 'admin.overview.waitingAge.hour',
  day: 'admin.overview.waitingAge.day',
  week: 'admin.overview.waitingAge.week',
  longer: 'admin.overview.waitingAge.longer',
} as const satisfies Record<WaitingAge, MessageId>

/** Whether devices have unsent entries, whose bars a bar of all other devices would make invisible. */
const isAnyWaiting = (counts: Counts | undefined): boolean =>
  waitingAges.some((age) => age !== 'nothing' && Boolean(counts?.waiting[age]))

/** Creates the charts of the overview: problems first, then their possible causes. */
export const createOverviewCharts = (counts: Counts | undefined, t: Translate): Chart[] => [
  {
    key: 'attention',
    title: 'admin.overview.attention',
    note: 'admin.overview.attentionNote',
    bars: [
      {
        key: 'needs',
        name: t('admin.overview.needsYou'),
        devices: counts?.needs_you,
        filters: { needs: true },
        isAlarming: true,
      },
      {
        key: 'gaps',
        name: t('admin.overview.gaps'),
        devices: counts?.gaps,
        filters: { gaps: true },
        isAlarming: true,
      },
    ],
  },
  {
    key: 'waiting',
    title: 'admin.overview.waiting',
    bars: waitingAges.map((age) => ({
      key: age,
      name: t(waitingMessages[age]),
      devices: counts?.waiting[age],
      filters: { waiting: age },
      isAlarming: age === 'longer',
      isNumberOnly: age === 'nothing' && isAnyWaiting(counts),
    })),
  },
  {
    key: 'seen',
    title: 'admin.overview.seen',
    bars: seenAges.map((age) => ({
      key: age,
      name: t(seenMessages[age]),
      devices: counts?.seen[age],
      filters: { seen: age },
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
      filters: { version, needs: true },
    })),
  },
  {
    key: 'country',
    title: 'admin.overview.byCountry',
    empty: 'admin.overview.noneNeedsYou',
    bars: (counts?.needs_you_by_country ?? []).map(({ country, devices }) => ({
      key: country,
      name: formatCountryName(country, t) ?? country,
      devices,
      filters: { country, needs: true },
    })),
  },
]

/** The charts of possible causes, which are empty if no device needs attention. */
const causeCharts = new Set(['version', 'country'])

/**
 * Whether no device has a problem that an admin must solve, and no filter by a problem is active. An active filter
 * needs its bar, because a tap on the bar removes the filter.
 */
export const isAllClear = (counts: Counts | undefined, filters: DeviceFilters): boolean =>
  counts?.needs_you === 0 && counts.gaps === 0 && !filters.needs && !filters.gaps

/** Creates the charts that are shown: without those that would only say that no device needs attention. */
export const createShownCharts = (
  counts: Counts | undefined,
  filters: DeviceFilters,
  t: Translate,
): Chart[] =>
  createOverviewCharts(counts, t).filter(({ key }) => {
    if (key === 'attention') return !isAllClear(counts, filters)
    return !causeCharts.has(key) || counts?.needs_you !== 0
  })

/** Whether the filters of a bar are active, so that the list shows its devices. */
export const isBarSelected = (filters: DeviceFilters, bar: Pick<Bar, 'filters'>): boolean => {
  const activeFilters = new Map<string, unknown>(Object.entries(filters))
  return Object.entries(bar.filters).every(([name, value]) => activeFilters.get(name) === value)
}

/** Returns the filters after a tap on a bar: a tap adds the filters of the bar, another removes them. */
export const toggleBar = (filters: DeviceFilters, bar: Pick<Bar, 'filters'>): DeviceFilters =>
  isBarSelected(filters, bar)
    ? removeFilters(filters, Object.keys(bar.filters))
    : { ...filters, ...bar.filters }
