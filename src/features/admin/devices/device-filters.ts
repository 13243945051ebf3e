import * as v from 'valibot'
import { errors } from '../../../contract/errors.ts'
import type { BodyOf } from '../../../contract/product-api.ts'
import {
  deviceSorts,
  seenAges,
  waitingAges,
  type DeviceSort,
} from '../../../contract/product-api/admin/admin-filters.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { ignoreInvalid } from '../../../lib/ignore-invalid.ts'

/** Also accepts a number, because the router parses a search param that looks like one as a number. */
const textSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => cleanText(String(value))),
  v.nonEmpty(),
  v.maxLength(128),
)

/** The filters in the search params of the page. */
export const deviceFiltersSchema = v.object({
  country: ignoreInvalid(textSchema),
  version: ignoreInvalid(textSchema),
  error: ignoreInvalid(textSchema),
  /** The id of a customer or of a device. */
  who: ignoreInvalid(textSchema),
  /** Without a report for this many days. The product API accepts up to 3650. */
  silent: ignoreInvalid(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
  /** With missing entries. */
  gaps: ignoreInvalid(v.literal(true)),
  /** With entries that cannot be sent until the coach acts. */
  needs: ignoreInvalid(v.literal(true)),
  /** The range of the time since the last report. */
  seen: ignoreInvalid(v.picklist(seenAges)),
  /** The range of the time that the oldest entry has waited. */
  waiting: ignoreInvalid(v.picklist(waitingAges)),
  /** The order of the list, which is not a filter. */
  sort: ignoreInvalid(v.picklist(deviceSorts)),
})
export type DeviceFilters = v.InferOutput<typeof deviceFiltersSchema>

/** Returns the filters without those with the given names. */
export const removeFilters = (filters: DeviceFilters, names: readonly string[]): DeviceFilters =>
  v.parse(
    deviceFiltersSchema,
    Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name))),
  )

/** The possible codes of an entry's last error: those of the product API, and three of the device itself. */
export const errorCodes = [...Object.keys(errors), 'unknown-event', 'broken-payload', 'unreadable'].sort()
/** In days: the options of the filter for devices that have not contacted the server for a while. */
export const silentDays = [1, 7, 30, 90]

export const sortMessages = {
  seen: 'admin.sort.seen',
  silent: 'admin.sort.silent',
  oldest: 'admin.sort.oldest',
  pending: 'admin.sort.pending',
  'needs-you': 'admin.sort.needsYou',
  gaps: 'admin.sort.gaps',
} as const satisfies Record<DeviceSort, MessageId>

export type DeviceQuery = BodyOf<'syncExport'>

/** Converts the filters to the query of a product API call. */
export const toQuery = ({ silent, gaps, needs, ...otherFilters }: DeviceFilters): DeviceQuery => ({
  ...otherFilters,
  ...(silent !== undefined && { silent_days: String(silent) }),
  ...(gaps && { gaps: '1' }),
  ...(needs && { needs_you: '1' }),
})

/**
 * Reads the filters from the fields of the form. The field of an unset filter is empty or absent. An empty
 * `silent` becomes 0, which is invalid and therefore ignored.
 */
export const deviceFiltersFormSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((fields) => ({
    ...fields,
    silent: Number(fields['silent']),
    gaps: 'gaps' in fields,
    needs: 'needs' in fields,
  })),
  deviceFiltersSchema,
)
