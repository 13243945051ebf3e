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

/**
 * Sign-up and sign-in at the loyalty provider. Throws `ProviderAway` if the provider does not respond, and
 * another error if it refuses this site.
 */
export type LoyaltyVendor = {
  [N in keyof Calls]: (body: SentBody<Calls[N]>) => Promise<Passed>
}

/** Timeout for the provider in ms. */
const timeout = 10_000

/** Passes a refusal on to the coach. Throws if the provider fails or does not recognise this site. */
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

/** The provider's own response to a site that it does not recognise. */
const notSetUp: Passed = { Type: 'ERROR', ErrorDesc: { Number: loyaltyErrors.vendorRefused } }

/** Makes the calls that carry the site's own credential, which only the server knows. */
export const createLoyaltyVendor = ({
  address,
  vendor,
  fetch,
}: {
  /** Address of the loyalty provider, without a trailing slash. */
  address: string
  /** base64 of the site's own `name:secret`. Without it, both calls respond that sign-in is not set up. */
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
