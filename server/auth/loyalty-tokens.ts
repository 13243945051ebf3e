import { sha256 } from '../../node/sha256.ts'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import { createServiceClient, type ServiceFailure } from '../../src/contract/service-client.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { Identity, Verified } from './identity.ts'
import { ProviderAway } from './provider-away.ts'

type Options = {
  /** Address of the loyalty provider, without a trailing slash. */
  address: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Current time in ms since epoch. */
  now: () => number
}

/** ms for which a verified token is cached. A sign-in checks the same token several times. */
const cacheTime = 30_000
/** Limit of the number of cached tokens. */
const maxCached = 10_000
/** Timeout for the provider in ms. */
const timeout = 5000

const passing: ReadonlySet<string> = new Set([loyaltyErrors.failed, loyaltyErrors.tooManyRequests])

/** Characters that a header can carry. */
const headerText = /^[\x21-\x7e]+$/

/** Whether the provider rejected the token, as opposed to failing. */
const isRefusal = (failure: ServiceFailure): boolean =>
  failure.kind === 'refused' && failure.status < 500 && !passing.has(failure.code)

/**
 * Checks the access tokens of the loyalty provider. The tokens are opaque: only the provider knows their
 * customer. A token of an account that is not yet verified is refused.
 */
export const createLoyaltyTokens = ({ address, fetch, now }: Options) => {
  const client = createServiceClient({ service: loyaltyService, address, fetch })
  const cache = new Map<string, { identity: Identity; until: number }>()

  const store = (key: string, identity: Identity) => {
    if (cache.size >= maxCached) cache.clear()
    cache.set(key, { identity, until: now() + cacheTime })
  }

  return async (accessToken: string): Verified => {
    if (!headerText.test(accessToken)) return fail('identity-refused')
    // A hash, because the contents of memory may end up in a dump.
    const key = sha256(accessToken)
    const known = cache.get(key)
    if (known && known.until > now()) return ok(known.identity)
    cache.delete(key)
    const signal = AbortSignal.timeout(timeout)
    const details = await client.call('userDetails', undefined, { accessToken }, { signal })
    if (!details.ok) {
      if (isRefusal(details.error)) return fail('identity-refused')
      throw new ProviderAway('loyalty', `The loyalty provider: ${details.error.kind}.`)
    }
    const { ProfileID, UserAccount } = details.value
    if (UserAccount.AccountVerify !== 'Y') return fail('identity-refused')
    // The provider does not know which customers are admins; the product's own list does.
    const identity: Identity = { customer: ProfileID, admin: false, provider: 'loyalty' }
    store(key, identity)
    return ok(identity)
  }
}
