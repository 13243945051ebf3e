import type { ErrorCode } from '../contract/errors.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { productApi } from '../contract/product-api.ts'
import type { ApiCall } from '../contract/product-api/api-call.ts'
import type { Session } from './session.ts'

/** What a new session may cure. The admin rights of one end after some hours, before it does itself. */
const cured: Record<ApiCall['access'], readonly ErrorCode[]> = {
  anyone: [],
  customer: ['signed-out'],
  admin: ['signed-out', 'admin-only'],
}

/**
 * Calls the product API for the screens of the signed-in customer: where it does not know their session, as after a restored
 * database or once the cookie is gone, the session is opened again and the call made once more. The outbox waits instead.
 */
export const createRenewingClient = (
  api: ProductApiClient,
  session: Pick<Session, 'customer' | 'renew'>,
  now: () => number,
): ProductApiClient => ({
  call: async (name, body, options) => {
    const customer = session.customer()
    const since = now()
    const result = await api.call(name, body, options)
    if (result.ok || customer === undefined) return result
    if (!cured[productApi[name].access].includes(result.error.code)) return result
    return (await session.renew(customer, { since })).ok ? api.call(name, body, options) : result
  },
})
