import type { SourceId } from '../../../config/loyalty.ts'
import type { ServiceResponse } from '../../../contract/service-call.ts'
import type { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import type { ServiceClient } from '../../../contract/service-client.ts'
import { parsed } from '../../../lib/parsed.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { KeyValues } from '../../../platform/storage/key-values.ts'
import { refreshFault } from './loyalty-fault.ts'
import {
  providerSession,
  type AuthProvider,
  type PersonName,
  type ProviderFault,
  type ProviderSession,
} from '../provider.ts'

export type LoyaltyClient = ServiceClient<typeof loyaltyService.calls>

const noSession: ProviderFault = { kind: 'session-ended', name: 'NoSession' }

/** The response to sign-up, sign-in and refresh. */
export type Tokens = ServiceResponse<typeof loyaltyService.calls.login>

/** The tokens as a session stores them. The access token serves as the identity token too. */
export const tokensOf = ({ AccessToken, RefreshToken, Expires }: Tokens, now: number) => ({
  accessToken: AccessToken,
  identityToken: AccessToken,
  refreshToken: RefreshToken,
  expire: now + Expires * 1000,
})

type Deps = {
  client: LoyaltyClient
  sourceId: SourceId
  values: KeyValues
  exclusive: <T>(work: () => Promise<T>) => Promise<T>
  now: () => number
}

/** The stored session of one source of the loyalty provider. */
export const createLoyaltySession = ({ client, sourceId, values, exclusive, now }: Deps) => {
  const key = `loyalty-session-${sourceId}`

  const read = async (): Promise<ProviderSession | undefined> =>
    parsed(providerSession, await values.read(key))
  const write = (session: ProviderSession) => values.write(key, session)

  const renew = async (stored: ProviderSession): ReturnType<AuthProvider['session']> => {
    const { userID, email, refreshToken, accessToken } = stored
    if (refreshToken === '') return fail(noSession)
    const body = { DataSourceID: sourceId, Username: email, ProfileID: userID, RefreshToken: refreshToken }
    const refreshed = await client.call('refreshToken', body, { accessToken })
    if (!refreshed.ok) return fail(refreshFault(refreshed.error))
    // Does not undo a sign-out that happened during the request.
    if ((await read())?.refreshToken !== refreshToken) return fail(noSession)
    const renewed = { ...stored, ...tokensOf(refreshed.value, now()) }
    await write(renewed)
    return ok(renewed)
  }

  // Only one refresh at a time across all tabs: the provider accepts each refresh token once.
  const session: AuthProvider['session'] = ({ fresh = false } = {}) =>
    exclusive(async () => {
      const stored = await read()
      if (!stored) return fail(noSession)
      return fresh || stored.expire <= now() ? renew(stored) : ok(stored)
    })

  /** Stores another name of a coach beside the tokens that they have by now: these may have been renewed meanwhile. */
  const storeName = (
    userID: string,
    { firstName, lastName }: PersonName,
  ): ReturnType<AuthProvider['rename']> =>
    exclusive(async () => {
      const stored = await read()
      // They may have signed out while the response was on its way, and somebody else in: that is not undone.
      if (stored?.userID !== userID) return fail(noSession)
      const named = { ...stored, firstName, lastName }
      await write(named)
      return ok(named)
    })

  return { session, storeName, read, write, remove: () => values.remove(key) }
}

export type LoyaltySession = ReturnType<typeof createLoyaltySession>
