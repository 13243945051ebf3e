import * as v from 'valibot'
import { country, customerId, deviceId, timestamp } from '../../shared-schemas.ts'
import { deviceSorts, seenAges, waitingAges } from './admin-filters.ts'
import { supporterQuery } from '../api-call.ts'
import { ranges } from '../report-api.ts'
import { appVersion, errorClass } from '../sync-report.ts'

// The queries of the sync log for admins. Query values are strings.

const createWholeNumberSchema = (min: number, max: number) =>
  v.pipe(v.string(), v.digits(), v.maxLength(16), v.transform(Number), v.minValue(min), v.maxValue(max))
/** The value of a filter that is on. Absent if it is off. */
const switchedOn = v.literal('1')

const filters = {
  country: v.optional(country),
  version: v.optional(appVersion),
  /** Only devices with missing entries. */
  gaps: v.optional(switchedOn),
  /** Only devices with entries that cannot be sent until the coach acts. */
  needs_you: v.optional(switchedOn),
  /** No report for this many days. */
  silent_days: v.optional(createWholeNumberSchema(1, 3650)),
  seen: v.optional(v.picklist(seenAges)),
  waiting: v.optional(v.picklist(waitingAges)),
  /** Only devices that report this error code. */
  error: v.optional(errorClass),
  /** A customer's id or a device's id. */
  who: v.optional(customerId),
}
const sortedFilters = { ...filters, sort: v.optional(v.picklist(deviceSorts), 'seen') }

/** A position in a list, from the previous page. */
const cursor = v.pipe(v.string(), v.regex(/^[\w-]{1,200}$/))
const count = v.number()
const errorCounts = v.array(v.object({ code: v.string(), count }))
/** A customer of the device. */
const deviceCustomer = v.object({
  customer_id: customerId,
  country,
  last_seen: timestamp,
  to_send: count,
  needs_you: count,
})
/** A device as the list shows it. */
const device = v.object({
  device: deviceId,
  /** The last customer, or null if that customer was erased. */
  customer_id: v.nullable(customerId),
  /** The number of customers who have used it. */
  customers: count,
  country: v.nullable(country),
  locale: v.nullable(v.string()),
  version: v.nullable(v.string()),
  first_seen: timestamp,
  last_seen: timestamp,
  /** When an entry of this device was last accepted. */
  last_success: v.nullable(timestamp),
  /** The entries that wait on the device, and those of them that need the coach. */
  pending: count,
  needs_you: count,
  /** When the oldest waiting entry was captured. */
  oldest_at: v.nullable(timestamp),
  /** How many numbers the device assigned that the server never received and the device no longer has. */
  gaps: count,
  errors: errorCounts,
  /**
   * When the browser lost its local database, and the device id that the customer had there before. Absent
   * before version 14.
   */
  began_anew: v.optional(v.nullable(v.object({ at: timestamp, earlier: deviceId }))),
})
export type SyncDevice = v.InferOutput<typeof device>

/**
 * A row of the device's log about one entry (`reportRow` in `sync-report.ts`). `received_at` is when the
 * server received the row.
 */
const logRow = v.object({
  id: count,
  at: timestamp,
  received_at: timestamp,
  customer_id: customerId,
  happened: v.string(),
  seq: count,
  name: v.string(),
  subject: v.nullable(v.string()),
  code: v.nullable(v.string()),
  status: v.nullable(count),
})
export type SyncLogRow = v.InferOutput<typeof logRow>

export const devicesApi = {
  syncDevices: {
    ...supporterQuery('/api/sync-devices'),
    body: v.strictObject({ ...sortedFilters, after: v.optional(cursor) }),
    response: v.object({ devices: v.array(device), next: v.nullable(v.string()) }),
  },
  syncDevice: {
    ...supporterQuery('/api/sync-device'),
    body: v.strictObject({
      device: deviceId,
      /** The id of a row. Returns the rows before it. */
      before: v.optional(createWholeNumberSchema(1, Number.MAX_SAFE_INTEGER)),
    }),
    response: v.object({
      device: v.object({
        ...device.entries,
        /** The last sequence number that the device assigned. */
        highest: count,
        /** The numbers of the entries that `gaps` counts, and of those that the coach deleted. */
        missing: ranges,
        discarded: ranges,
        /** In ms: how far the server's clock is ahead of the device's. */
        clock_offset: count,
        storage: v.object({
          usage: v.nullable(count),
          quota: v.nullable(count),
          persisted: v.nullable(v.boolean()),
        }),
        /** Null if the device has reported none. Absent before version 15. */
        uploads: v.optional(
          v.nullable(v.array(v.object({ outcome: v.string(), reason: v.optional(v.string()), count }))),
        ),
      }),
      people: v.array(deviceCustomer),
      rows: v.array(logRow),
      next: v.nullable(count),
    }),
    errors: ['not-found'],
  },
  syncVersions: {
    ...supporterQuery('/api/sync-versions'),
    body: v.strictObject({}),
    response: v.object({ versions: v.array(v.string()) }),
  },
  syncOverview: {
    ...supporterQuery('/api/sync-overview'),
    body: v.strictObject(filters),
    response: v.object({
      needs_you: count,
      gaps: count,
      seen: v.object({ today: count, week: count, month: count, longer: count }),
      waiting: v.object({ nothing: count, hour: count, day: count, week: count, longer: count }),
      /** The devices with entries on which the coach must act, highest count first. */
      needs_you_by_version: v.array(v.object({ version: appVersion, devices: count })),
      needs_you_by_country: v.array(v.object({ country, devices: count })),
    }),
  },
  syncExport: {
    ...supporterQuery('/api/sync-export'),
    body: v.strictObject(sortedFilters),
    response: v.string(),
  },
} as const
