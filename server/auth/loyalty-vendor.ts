import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import type { vendorCalls } from '../../src/contract/loyalty/vendor-calls.ts'
import type { ResponseOf } from '../../src/contract/product-api.ts'
import type { SentBody, ServiceResponse } from '../../src/contract/service-call.ts'
import { createServiceClient, type ServiceFailure } from '../../src/contract/service-client.ts'
import type { Result } from '../../src/lib/result.ts'
import { ProviderAway } from './provider-away.ts'

type Calls = typeof vendorCalls
type Passed = ResponseOf<'loyaltyLogin'>

/** Sign-up and sign-in at the loyalty provider. Throws `ProviderAway` where it does not respond, another error where it refuses this site itself. */
export type LoyaltyVendor = {
  [N in keyof Calls]: (body: SentBody<Calls[N]>) => Promise<Passed>
}

/** ms to wait for the provider */
const timeout = 10_000

/** A refusal is the coach's to see; a provider that does not know this site is our failure. */
const passOn = (result: Result<ServiceResponse<Calls['login']>, ServiceFailure>): Passed => {
  if (result.ok) return result.value
  const { error } = result
  if (error.kind !== 'refused') throw new ProviderAway('loyalty', `The loyalty provider: ${error.kind}.`)
  if (error.code === loyaltyErrors.vendorRefused)
    throw new Error('The loyalty provider refuses LOYALTY_VENDOR.')
  if (error.status >= 500) throw new ProviderAway('loyalty', `The loyalty provider: ${error.code}.`)
  const { code, path } = error
  return { Type: 'ERROR', ErrorDesc: { Number: code, ...(path !== undefined && { Field: path }) } }
}

/** What the provider itself says to a site that it does not know. */
const notSetUp: Passed = { Type: 'ERROR', ErrorDesc: { Number: loyaltyErrors.vendorRefused } }

/** Makes the calls that carry the site's own credential, which only the server knows. */
export const createLoyaltyVendor = ({
  address,
  vendor,
  fetch,
}: {
  /** the loyalty provider's, without a trailing slash */
  address: string
  /** base64 of the site's own `name:secret`; without it both calls say that the sign-in is not set up */
  vendor: string | undefined
  fetch: (url: string, init: RequestInit) => Promise<Response>
}): LoyaltyVendor => {
  if (vendor === undefined) return { signUp: async () => notSetUp, login: async () => notSetUp }
  const client = createServiceClient({ service: loyaltyService, address, fetch })
  const options = () => ({ signal: AbortSignal.timeout(timeout) })
  return {
    signUp: async (body) => passOn(await client.call('signUp', body, { vendor }, options())),
    login: async (body) => passOn(await client.call('login', body, { vendor }, options())),
  }
}
