import * as v from 'valibot'
import { customerId, token } from '../shapes.ts'
import { customerCall, customerField, openCall } from './api-call.ts'
import { erasureReasons, erasureReceipt } from './erasure.ts'

/** How long a sign-in proves that the user of the device knows the password and the code. */
export const maxSignInAgeMs = 5 * 60_000

/** The calls for a coach's legal rights: a copy of their data, and its deletion. */
export const personalDataApi = {
  myData: {
    ...customerCall('/api/my-data', 'Everything that the database holds of the customer, table by table.'),
    body: v.strictObject(customerField),
    response: v.object({ tables: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))) }),
  },
  eraseAccount: {
    ...openCall(
      '/api/erase-account',
      'Deletes the account of an access token and everything stored about it. The token must come from a recent sign-in, for which the coach has just entered the password.',
    ),
    body: v.strictObject({ ...customerField, accessToken: token }),
    response: v.object({ receipt: erasureReceipt }),
    errors: ['sign-in-too-old'],
  },
  eraseCustomer: {
    method: 'POST',
    path: '/api/erase-customer',
    access: 'admin',
    delivery: 'direct',
    summary: 'Deletes the account of a customer and everything stored about it, on behalf of an admin.',
    body: v.strictObject({ customer_id: customerId, reason: v.picklist(erasureReasons) }),
    response: v.object({ receipt: erasureReceipt }),
    errors: ['not-found'],
  },
} as const
