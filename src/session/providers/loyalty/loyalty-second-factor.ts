import type { ErrorCode } from '../../../contract/errors.ts'
import type { ProductApiClient } from '../../../contract/product-api-client.ts'
import type { BodyOf, ResponseOf } from '../../../contract/product-api.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { AuthProvider, ProviderFailureKind, ProviderResult, SecondFactorMethods } from '../provider.ts'
import { classifyApiFailure } from './loyalty-failure.ts'

type FactorCall = 'openAdminPages' | 'createAuthenticator' | 'confirmAuthenticator' | 'deleteAuthenticator'

const kindByCode: Partial<Record<ErrorCode, ProviderFailureKind>> = {
  // Only admins can have a second factor.
  'admin-only': 'not-set-up',
  'second-factor-needed': 'code-needed',
}

/** Never happens: the provider asks for nothing after the password, so there is always a fresh token. */
const noPassword = { kind: 'password-wrong', name: 'NoPassword' } as const

/**
 * Sets up, reads and removes the second factor of an admin, at the product API: the loyalty provider itself
 * has none.
 */
export const createLoyaltySecondFactor = ({
  api,
  session,
}: {
  api: ProductApiClient
  session: AuthProvider['session']
}): SecondFactorMethods => {
  const call = async <N extends FactorCall>(name: N, body: BodyOf<N>): ProviderResult<ResponseOf<N>> => {
    const result = await api.call(name, body)
    if (result.ok) return result
    const { code } = result.error
    return fail({ kind: kindByCode[code] ?? classifyApiFailure(result.error), name: `${name} ${code}` })
  }

  return {
    read: async () => {
      const currentSession = await session()
      if (!currentSession.ok) return currentSession
      const { accessToken } = currentSession.value
      const opened = await call('openAdminPages', { accessToken })
      if (!opened.ok) return opened
      return ok(opened.value.state === 'set-up' ? [] : ['TOTP'])
    },

    createKey: async (accessToken) => {
      if (accessToken === undefined) return fail(noPassword)
      const created = await call('createAuthenticator', { accessToken })
      return created.ok ? ok(created.value.secret) : created
    },

    turnOn: async (code) => {
      const currentSession = await session()
      if (!currentSession.ok) return currentSession
      const { accessToken } = currentSession.value
      const confirmed = await call('confirmAuthenticator', { accessToken, code })
      if (!confirmed.ok) return confirmed
      const { outcome } = confirmed.value
      return outcome === 'accepted' ? ok(undefined) : fail({ kind: outcome, name: `code ${outcome}` })
    },

    turnOff: async (accessToken) => {
      if (accessToken === undefined) return fail(noPassword)
      const deleted = await call('deleteAuthenticator', { accessToken })
      return deleted.ok ? ok(undefined) : deleted
    },

    // No browser is remembered: a proof lasts 12 hours in every browser.
    listDevices: async () => ok([]),
    forgetDevice: async () => ok(undefined),
  }
}
