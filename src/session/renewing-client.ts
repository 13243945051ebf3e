import type { ErrorCode } from '../contract/errors.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import { productApi } from '../contract/product-api.ts'
import type { ApiCall } from '../contract/product-api/api-call.ts'
import type { Session } from './session.ts'

/** Failures that a new session may fix. The admin rights of a session expire earlier than the session. */
const fixedByRenewal: Record<ApiCall['access'], readonly ErrorCode[]> = {
  anyone: [],
  customer: ['signed-out'],
  admin: ['signed-out', 'admin-only'],
}

/**
 * Wraps the client for the screens of the signed-in customer. If the product API does not know the session,
 * for example after a database was restored or the cookie was deleted, it reopens the session and repeats the
 * call. The outbox does not use this client, because `send-with-renewal.ts` renews its sessions.
 */
export const createRenewingClient = (
  api: ProductApiClient,
  session: Pick<Session, 'customer' | 'renew'>,
  now: () => number,
): ProductApiClient => ({
  call: async (name, body, options) => {
    const customerId = session.customer()
    const since = now()
    const result = await api.call(name, body, options)
    if (result.ok || customerId === undefined) return result
    if (!fixedByRenewal[productApi[name].access].includes(result.error.code)) return result
    return (await session.renew(customerId, { since })).ok ? api.call(name, body, options) : result
  },
})
