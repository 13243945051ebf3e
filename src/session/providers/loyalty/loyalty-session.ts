import type { SourceId } from '../../../config/loyalty.ts'
import type { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import type { ServiceResponse } from '../../../contract/service-call.ts'
import type { ServiceClient } from '../../../contract/service-client.ts'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { KeyValues } from '../../../platform/storage/key-values.ts'
import {
  providerSessionSchema,
  type AuthProvider,
  type PersonName,
  type ProviderFailure,
  type ProviderSession,
} from '../provider.ts'
import { toRefreshFailure } from './loyalty-failure.ts'

export type LoyaltyClient = ServiceClient<typeof loyaltyService.calls>

const noSession: ProviderFailure = { kind: 'session-ended', name: 'NoSession' }

/** The response of the provider to sign-up, sign-in and refresh: tokens, and the id of their account. */
export type LoyaltyTokens = ServiceResponse<typeof loyaltyService.calls.login>

/** Converts the tokens to fields of a session. `Expires` is in s; there is no separate identity token. */
export const toTokens = (response: LoyaltyTokens, now: number) => ({
  accessToken: response.AccessToken,
  identityToken: response.AccessToken,
  refreshToken: response.RefreshToken,
  expire: now + response.Expires * 1000,
})

type LoyaltySessionDeps = {
  client: LoyaltyClient
  sourceId: SourceId
  values: KeyValues
  withTabLock: <T>(work: () => Promise<T>) => Promise<T>
  now: () => number
}

/** Reads, renews, renames and removes a coach's stored session at one data source of the loyalty provider. */
export const createLoyaltySession = ({ client, sourceId, values, withTabLock, now }: LoyaltySessionDeps) => {
  const key = `loyalty-session-${sourceId}`

  const read = async (): Promise<ProviderSession | undefined> =>
    parseOrUndefined(providerSessionSchema, await values.read(key))
  const write = (session: ProviderSession) => values.write(key, session)

  const renew = async (stored: ProviderSession): ReturnType<AuthProvider['session']> => {
    const { userID, email, refreshToken, accessToken } = stored
    if (refreshToken === '') return fail(noSession)
    const body = { DataSourceID: sourceId, Username: email, ProfileID: userID, RefreshToken: refreshToken }
    const response = await client.call('refreshToken', body, { accessToken })
    if (!response.ok) return fail(toRefreshFailure(response.error))
    // Does not undo a sign-out that happened during the request.
    if ((await read())?.refreshToken !== refreshToken) return fail(noSession)
    const renewedSession = { ...stored, ...toTokens(response.value, now()) }
    await write(renewedSession)
    return ok(renewedSession)
  }

  // Only one tab at a time refreshes, because the provider accepts each refresh token once.
  const session: AuthProvider['session'] = ({ fresh = false } = {}) =>
    withTabLock(async () => {
      const stored = await read()
      if (!stored) return fail(noSession)
      return fresh || stored.expire <= now() ? renew(stored) : ok(stored)
    })

  /**
   * Stores a coach's new name in the session. Keeps the stored tokens, which may have been renewed since the
   * request that changed the name.
   */
  const updateStoredName = (
    userID: string,
    { firstName, lastName }: PersonName,
  ): ReturnType<AuthProvider['rename']> =>
    withTabLock(async () => {
      const stored = await read()
      // Does not undo a sign-out, or the sign-in of another coach, that happened during the request.
      if (stored?.userID !== userID) return fail(noSession)
      const renamedSession = { ...stored, firstName, lastName }
      await write(renamedSession)
      return ok(renamedSession)
    })

  return { session, updateStoredName, read, write, remove: () => values.remove(key) }
}

export type LoyaltySession = ReturnType<typeof createLoyaltySession>
