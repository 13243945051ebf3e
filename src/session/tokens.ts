import { locales } from '../config/locales.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { toAuthFailure, type AuthFailure } from './auth-failure.ts'
import type { AuthProvider, ProviderResult } from './providers/provider.ts'
import { readSessionOfCustomer } from './providers/read-session-of-customer.ts'
import type { Renewal } from './renewal.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionControl, SessionDeps, TokenRequest } from './session.ts'

type Tokens = Pick<
  SessionControl,
  'findUser' | 'asCustomer' | 'requestAccessToken' | 'requestIdentityToken' | 'requestStorageCredentials'
>

type TokenDeps = {
  record: SessionRecord
  renewal: Renewal
  /** Validates a customer's session at the product API, which may end it. */
  validate: (customerId: string) => Promise<void>
}

/** Finds the signed-in customer, and requests tokens and credentials of the provider. */
export const createTokens = (
  { record, renewal, validate }: TokenDeps,
  { loadProvider, values }: Pick<SessionDeps, 'loadProvider' | 'values'>,
): Tokens => {
  const findUser: Tokens['findUser'] = async (customerId) => {
    // In an object, because the time limit resolves to undefined, and so does a missing session.
    const response = await values.withTimeLimit(record.read().then((stored) => ({ stored })))
    // The database does not respond. Fails, because otherwise callers would never get a result.
    if (!response) return fail({ message: 'error.storageUnresponsive' })
    const { stored } = response
    if (!stored) return fail({ message: 'error.signInNeeded' })
    if (stored.user.userID !== customerId) return fail({ message: 'error.otherCustomer' })
    const provider = await loadProvider(stored.user.locale)
    return provider.ok ? ok({ user: stored.user, provider: provider.value }) : provider
  }

  const asCustomer: Tokens['asCustomer'] = async (customerId, action, work) => {
    const account = await findUser(customerId)
    if (!account.ok) return account
    const { user, provider } = account.value
    const { kind } = locales[user.locale].auth
    const result = await work(provider)
    if (result.ok) return result
    if (result.error.kind !== 'session-ended') return fail(toAuthFailure(action, result.error, kind))
    const renewResult = await renewal.renew(customerId, { fresh: true })
    if (!renewResult.ok) return renewResult
    const secondResult = await work(provider)
    return secondResult.ok ? secondResult : fail(toAuthFailure(action, secondResult.error, kind))
  }

  /** Calls the provider for a customer. Fails if another customer signs in during the call. */
  const requestForCustomer = async <T>(
    customerId: string,
    call: (provider: AuthProvider) => ProviderResult<T>,
  ): Promise<Result<T, AuthFailure>> => {
    const account = await findUser(customerId)
    if (!account.ok) return account
    await validate(customerId)
    const result = await asCustomer(customerId, 'session', call)
    if (!result.ok) return result
    // Another customer may have signed in during the request, and the result may belong to them.
    const accountNow = await findUser(customerId)
    return accountNow.ok ? result : accountNow
  }

  const createTokenRequest = (name: 'accessToken' | 'identityToken'): TokenRequest => {
    const readToken = async (customerId: string) => {
      const session = await requestForCustomer(customerId, (provider) =>
        readSessionOfCustomer(provider, customerId),
      )
      return session.ok ? ok(session.value[name]) : session
    }
    return async (customerId, { refusedToken } = {}) => {
      const token = await readToken(customerId)
      if (!token.ok || token.value !== refusedToken) return token
      const renewResult = await renewal.renew(customerId, { fresh: true })
      return renewResult.ok ? readToken(customerId) : renewResult
    }
  }

  return {
    findUser,
    asCustomer,
    requestAccessToken: createTokenRequest('accessToken'),
    requestIdentityToken: createTokenRequest('identityToken'),
    requestStorageCredentials: (customerId) =>
      requestForCustomer(customerId, (provider) => provider.requestStorageCredentials()),
  }
}
