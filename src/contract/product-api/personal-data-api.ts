import * as v from 'valibot'
import { token } from '../shared-schemas.ts'
import { customerCall, customerField, openCall } from './api-call.ts'
import { erasureReceipt } from './erasure.ts'

/** How long a sign-in proves that the user of the device knows the password and the code. */
export const maxSignInAgeMs = 5 * 60_000

/** The calls for a coach's legal rights: a copy of their data, and its deletion. */
export const personalDataApi = {
  myData: {
    ...customerCall('/api/my-data'),
    body: v.strictObject(customerField),
    response: v.object({ tables: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))) }),
  },
  eraseAccount: {
    ...openCall('/api/erase-account'),
    body: v.strictObject({ ...customerField, accessToken: token }),
    response: v.object({ receipt: erasureReceipt }),
    errors: ['sign-in-too-old'],
  },
} as const
