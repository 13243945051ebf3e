import { createHash } from 'node:crypto'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import { createServiceClient, type ServiceFailure } from '../../src/contract/service-client.ts'
import { fail, ok } from '../../src/lib/result.ts'
import type { Identity, Verified } from './identity.ts'

type Options = {
  /** the loyalty provider's, without a trailing slash */
  address: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** ms since epoch */
  now: () => number
}

/** ms for which the provider's word on a token is believed: a sign-in asks about the same one several times. */
const believed = 30_000
/** tokens remembered at most */
const mostKept = 10_000
/** ms to wait for the provider */
const patience = 5000

const passing: ReadonlySet<string> = new Set([loyaltyErrors.failed, loyaltyErrors.tooManyRequests])

/** A token that is wrong, as opposed to a provider that cannot be asked. */
const isRefusal = (failure: ServiceFailure): boolean =>
  failure.kind === 'refused' && failure.status < 500 && !passing.has(failure.code)

/**
 * Checks the access tokens of the loyalty provider, which tell nothing by themselves: it is asked whose they are. An
 * account that is not verified yet counts as nobody.
 */
export const createLoyaltyTokens = ({ address, fetch, now }: Options) => {
  const client = createServiceClient({ service: loyaltyService, address, fetch })
  const kept = new Map<string, { identity: Identity; until: number }>()

  const keep = (key: string, identity: Identity) => {
    if (kept.size >= mostKept) kept.clear()
    kept.set(key, { identity, until: now() + believed })
  }

  return async (accessToken: string): Verified => {
    // A hash, because what memory holds may end up in a dump.
    const key = createHash('sha256').update(accessToken).digest('base64url')
    const known = kept.get(key)
    if (known && known.until > now()) return ok(known.identity)
    kept.delete(key)
    const signal = AbortSignal.timeout(patience)
    const asked = await client.call('userDetails', undefined, { accessToken }, { signal })
    if (!asked.ok) {
      if (isRefusal(asked.error)) return fail('identity-refused')
      throw new Error(`The loyalty provider cannot be asked: ${asked.error.kind}.`)
    }
    const { ProfileID, UserAccount } = asked.value
    if (UserAccount.AccountVerify !== 'Y') return fail('identity-refused')
    // Who is an admin the provider does not know: the product's own list says it.
    const identity: Identity = { customer: ProfileID, admin: false, provider: 'loyalty' }
    keep(key, identity)
    return ok(identity)
  }
}
