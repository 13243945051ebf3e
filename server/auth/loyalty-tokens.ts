import { sha256 } from '../../node/sha256.ts'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import { createServiceClient, type ServiceFailure } from '../../src/contract/service-client.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { Identity, VerifyResult } from './identity.ts'
import { ProviderUnavailableError } from './provider-unavailable.ts'

type Options = {
  /** URL of the loyalty provider, without a trailing slash. */
  url: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** In ms since the epoch. */
  now: () => number
}

/** How long a verified token is cached. A sign-in checks the same token several times. */
const cacheTimeMs = 30_000
/** Limit of the number of cached tokens. */
const maxCached = 10_000
const timeoutMs = 5000

/** Failures that say nothing about the token: a later request may succeed. */
const temporaryErrors: ReadonlySet<string> = new Set([loyaltyErrors.failed, loyaltyErrors.tooManyRequests])

/** Printable ASCII without blanks, because other characters cannot be sent in the header. */
const headerValuePattern = /^[\x21-\x7e]+$/

/** Whether the provider rejected the token, as opposed to failing. */
const isInvalidToken = (failure: ServiceFailure): boolean =>
  failure.kind === 'refused' && failure.status < 500 && !temporaryErrors.has(failure.code)

/**
 * Verifies the access tokens of the loyalty provider. The tokens are opaque: only the provider knows their
 * customer, so each check is a call to it. Rejects the token of an account whose email address is not yet
 * verified.
 */
export const createLoyaltyTokenVerifier = ({ url, fetch, now }: Options) => {
  const client = createServiceClient({ service: loyaltyService, baseUrl: url, fetch })
  /** By the hash of the token. `until` is in ms since the epoch. */
  const cache = new Map<string, { identity: Identity; until: number }>()

  const addToCache = (key: string, identity: Identity) => {
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, { identity, until: now() + cacheTimeMs })
  }

  return async (accessToken: string): Promise<VerifyResult> => {
    if (!headerValuePattern.test(accessToken)) return fail('identity-refused')
    // Cached by a hash, because a memory dump must not contain tokens.
    const key = sha256(accessToken)
    const cached = cache.get(key)
    if (cached && cached.until > now()) return ok(cached.identity)
    cache.delete(key)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await client.call('userDetails', undefined, { accessToken }, { signal })
    if (!response.ok) {
      if (isInvalidToken(response.error)) return fail('identity-refused')
      throw new ProviderUnavailableError('loyalty', `The loyalty provider: ${response.error.kind}.`)
    }
    const { ProfileID: customer, UserAccount: account } = response.value
    if (account.AccountVerify !== 'Y') return fail('identity-refused')
    // The provider has no groups.
    const identity: Identity = { customer, isInGroup: false, provider: 'loyalty' }
    addToCache(key, identity)
    return ok(identity)
  }
}
