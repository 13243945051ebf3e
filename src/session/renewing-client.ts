import type { ErrorCode } from '../contract/errors.ts'
import type { ProductApiClient } from '../contract/product-api-client.ts'
import type { CallName } from '../contract/product-api.ts'
import { coachApi, isCoachCall } from '../contract/product-api/coach-api.ts'
import { createOpenAdminPages } from './open-admin-pages.ts'
import type { Session } from './session.ts'

/** Failures that a new session may fix. The admin rights of a session expire earlier than the session. */
const fixedByRenewal = {
  anyone: [],
  customer: ['signed-out'],
  admin: ['signed-out', 'admin-only'],
} as const satisfies Record<string, readonly ErrorCode[]>

const isFixedByRenewal = (name: CallName, code: ErrorCode): boolean => {
  const codes: readonly ErrorCode[] = fixedByRenewal[isCoachCall(name) ? coachApi[name].access : 'admin']
  return codes.includes(code)
}

/**
 * Wraps the client for the screens of the signed-in customer. If the product API does not know the session,
 * for example after a database was restored or the cookie was deleted, it reopens the session and repeats the
 * call. If the product API asks for a second factor that the user pool has already verified, it sends the proof.
 * The outbox does not use this client, because `send-with-renewal.ts` renews its sessions.
 */
export const createRenewingClient = (
  api: ProductApiClient,
  session: Pick<Session, 'customer' | 'renew' | 'requestAccessToken' | 'storeRole'>,
  now: () => number,
): ProductApiClient => {
  /** Opens the admin pages. Resolves to false if the admin has to enter a code first. */
  const openAdminPages = async (customerId: string): Promise<boolean> => {
    const open = createOpenAdminPages(customerId, { ...session, api })
    const opened = await open()
    return opened.ok && opened.value === 'open'
  }

  return {
    call: async (name, body, options) => {
      const customerId = session.customer()
      const calledAt = now()
      let result = await api.call(name, body, options)
      if (customerId === undefined) return result
      if (!result.ok && isFixedByRenewal(name, result.error.code)) {
        if ((await session.renew(customerId, { since: calledAt })).ok)
          result = await api.call(name, body, options)
      }
      if (!result.ok && result.error.code === 'second-factor-needed') {
        if (await openAdminPages(customerId)) result = await api.call(name, body, options)
      }
      return result
    },
  }
}
