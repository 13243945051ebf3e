import * as v from 'valibot'
import { customerId, token } from '../shapes.ts'
import { customerCall, customerField, openCall } from './api-call.ts'
import { erasureReasons, erasureReceipt } from './erasure.ts'

/** The legal rights of a person over their data: a copy and its deletion. */
export const personalDataApi = {
  myData: {
    ...customerCall('/api/my-data', 'Everything that the database holds of the customer, table by table.'),
    body: v.strictObject(customerField),
    response: v.object({ tables: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))) }),
  },
  eraseAccount: {
    ...openCall(
      '/api/erase-account',
      'Deletes the account of an access token and everything stored about it. The sign-in behind the token must be minutes old: the password was just asked for.',
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
