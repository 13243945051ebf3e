import * as v from 'valibot'
import { errors } from '../../../contract/errors.ts'
import { productApi, type BodyOf } from '../../../contract/product-api.ts'
import {
  deviceSorts,
  seenAges,
  waitingAges,
  type DeviceSort,
} from '../../../contract/product-api/devices-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { typedText } from '../../../lib/text/typed-text.ts'

/** The router parses a search value that looks like a number as a number. */
const text = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((entered) => typedText(String(entered))),
  v.nonEmpty(),
  v.maxLength(128),
)
const lenient = <Schema extends v.GenericSchema>(schema: Schema) => v.fallback(v.optional(schema), undefined)

/** The filters in the page's address; an invalid value is ignored. */
export const deviceFilters = v.object({
  country: lenient(text),
  version: lenient(text),
  error: lenient(text),
  who: lenient(text),
  silent: lenient(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650))),
  gaps: lenient(v.literal(true)),
  needs: lenient(v.literal(true)),
  seen: lenient(v.picklist(seenAges)),
  waiting: lenient(v.picklist(waitingAges)),
  sort: lenient(v.picklist(deviceSorts)),
})
export type DeviceFilters = v.InferOutput<typeof deviceFilters>

export const without = (filters: DeviceFilters, names: readonly string[]): DeviceFilters =>
  v.parse(
    deviceFilters,
    Object.fromEntries(Object.entries(filters).filter(([name]) => !names.includes(name))),
  )

export const errorClasses = [...Object.keys(errors), 'unknown-event', 'broken-payload', 'unreadable'].sort()
/** Days. */
export const silences = [1, 7, 30, 90]

export const sortMessages = {
  seen: 'admin.sort.seen',
  silent: 'admin.sort.silent',
  oldest: 'admin.sort.oldest',
  pending: 'admin.sort.pending',
  'needs-you': 'admin.sort.needsYou',
  gaps: 'admin.sort.gaps',
} as const satisfies Record<DeviceSort, MessageId>

export type DeviceQuery = BodyOf<'syncExport'>

/** The filters as the query of a product API call. */
export const queryOf = ({ silent, gaps, needs, ...rest }: DeviceFilters): DeviceQuery => ({
  ...rest,
  ...(silent !== undefined && { silent_days: String(silent) }),
  ...(gaps && { gaps: '1' }),
  ...(needs && { needs_you: '1' }),
})

/** The address of the same list as CSV. */
export const exportUrl = (filters: DeviceFilters): string => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(queryOf(filters)))
    if (value !== undefined) search.set(name, value)
  return `${productApi.syncExport.path}?${search.toString()}`
}

/** The values of the form, in which an unset filter is an empty text or absent. */
export const deviceFiltersForm = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((form) => ({
    ...form,
    silent: Number(form['silent']),
    gaps: 'gaps' in form,
    needs: 'needs' in form,
  })),
  deviceFilters,
)
