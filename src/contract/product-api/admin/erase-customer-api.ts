import * as v from 'valibot'
import { customerId } from '../../shared-schemas.ts'
import { erasureReasons, erasureReceipt } from '../erasure.ts'

/** The call by which an admin deletes an account. */
export const eraseCustomerApi = {
  eraseCustomer: {
    method: 'POST',
    path: '/api/erase-customer',
    access: 'manager',
    delivery: 'direct',
    body: v.strictObject({ customer_id: customerId, reason: v.picklist(erasureReasons) }),
    response: v.object({ receipt: erasureReceipt }),
    errors: ['not-found'],
  },
} as const
