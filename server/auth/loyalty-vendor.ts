import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import type { vendorCalls } from '../../src/contract/loyalty/vendor-calls.ts'
import type { ResponseOf } from '../../src/contract/product-api.ts'
import type { SentBody, ServiceResponse } from '../../src/contract/service-call.ts'
import { createServiceClient, type ServiceFailure } from '../../src/contract/service-client.ts'
import type { Result } from '../../src/lib/result.ts'
import { ProviderUnavailableError } from './provider-unavailable.ts'

type Calls = typeof vendorCalls
type VendorResponse = ResponseOf<'loyaltyLogin'>

/**
 * Sign-up and sign-in at the loyalty provider, which accepts them only from its *vendors*: sites with their
 * own credential. Throws `ProviderUnavailableError` if the provider does not respond, and another error if
 * it rejects this site.
 */
export type LoyaltyVendor = {
  [N in keyof Calls]: (body: SentBody<Calls[N]>) => Promise<VendorResponse>
}

const timeoutMs = 10_000

/**
 * Converts the provider's result to the response for the app, which shows a rejection to the coach. Throws
 * if the provider fails or rejects this site.
 */
const toResponse = (result: Result<ServiceResponse<Calls['login']>, ServiceFailure>): VendorResponse => {
  if (result.ok) return result.value
  const { error } = result
  // Only `refused` means that the provider responded in its own format.
  if (error.kind !== 'refused')
    throw new ProviderUnavailableError('loyalty', `The loyalty provider: ${error.kind}.`)
  if (error.code === loyaltyErrors.invalidVendorCredential)
    throw new Error('The loyalty provider rejects LOYALTY_VENDOR.')
  if (error.status >= 500)
    throw new ProviderUnavailableError('loyalty', `The loyalty provider: ${error.code}.`)
  const { code, path } = error
  return { Type: 'ERROR', ErrorDesc: { Number: code, ...(path !== undefined && { Field: path }) } }
}

/** What the provider responds to a site that it does not know, for a server without a credential. */
const unknownVendorResponse: VendorResponse = {
  Type: 'ERROR',
  ErrorDesc: { Number: loyaltyErrors.invalidVendorCredential },
}

/** Makes the calls that carry the site's own credential, which only the server knows. */
export const createLoyaltyVendor = ({
  url,
  credential,
  fetch,
}: {
  /** URL of the loyalty provider, without a trailing slash. */
  url: string
  /** base64 of the site's own `name:secret`. Without it, both calls respond that the site is not known. */
  credential: string | undefined
  fetch: (url: string, init: RequestInit) => Promise<Response>
}): LoyaltyVendor => {
  if (credential === undefined) {
    return { signUp: async () => unknownVendorResponse, login: async () => unknownVendorResponse }
  }
  const client = createServiceClient({ service: loyaltyService, baseUrl: url, fetch })
  const createOptions = () => ({ signal: AbortSignal.timeout(timeoutMs) })
  return {
    signUp: async (body) =>
      toResponse(await client.call('signUp', body, { vendor: credential }, createOptions())),
    login: async (body) =>
      toResponse(await client.call('login', body, { vendor: credential }, createOptions())),
  }
}
