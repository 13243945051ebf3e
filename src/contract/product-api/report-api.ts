import * as v from 'valibot'
import { customerId, deviceId } from '../shared-schemas.ts'
import { customerCall, customerField } from './api-call.ts'
import { reportLimits, syncReport } from './sync-report.ts'
import { uploadCounts } from './upload-counts.ts'

const count = v.number()
/** The first and the last number of each run of consecutive sequence numbers. */
export const ranges = v.array(v.tuple([v.number(), v.number()]))

/** The calls by which a device reports to the sync log. */
export const reportApi = {
  syncReport: {
    ...customerCall('/api/sync-report'),
    body: syncReport,
    response: v.object({
      acknowledged: count,
      /**
       * The last row of the customer's log that the server had before this report, or 0 if none. Absent in
       * version 4 of the product API.
       */
      last_row: v.optional(count),
      /** The numbers whose entries the server does not have and the device does not report. */
      missing: v.optional(ranges),
      /**
       * The sum of the upload counts that the device has reported, or null if none. Absent before version 15
       * of the product API.
       */
      uploads: v.optional(v.nullable(count)),
    }),
  },
  syncUploads: {
    ...customerCall('/api/sync-uploads'),
    body: v.strictObject({
      ...customerField,
      /** Must be the session's own device. */
      device: deviceId,
      uploads: uploadCounts,
    }),
    response: v.object({}),
  },
  erasedCustomers: {
    ...customerCall('/api/erased-customers'),
    body: v.strictObject({
      ...customerField,
      /** Customers whose data is on the device. */
      customers: v.pipe(v.array(customerId), v.minLength(1), v.maxLength(reportLimits.customers)),
    }),
    /** Those customers of the body whose account was erased and who have no new account. */
    response: v.object({ erased: v.array(customerId) }),
  },
} as const
