import type { BodyOf, ResponseOf } from '../../../contract/product-api.ts'
import type { ProductApiClient } from '../../../contract/product-api-client.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { ProviderResult } from '../provider.ts'
import { kindOfApiFailure, loyaltyFault } from './loyalty-fault.ts'
import type { Tokens } from './loyalty-session.ts'

/** Sign-up and sign-in. The product API makes these calls, because they carry the site's own credential. */
export const createLoyaltyVendor = (api: ProductApiClient) => {
  const call = async <N extends 'loyaltySignUp' | 'loyaltyLogin'>(
    name: N,
    body: BodyOf<N>,
  ): ProviderResult<Tokens> => {
    const passed = await api.call(name, body)
    if (!passed.ok)
      return fail({ kind: kindOfApiFailure(passed.error), name: `${name} ${passed.error.code}` })
    const value: ResponseOf<'loyaltyLogin'> = passed.value
    if (value.Type === 'SUCCESS') return ok(value)
    return fail(loyaltyFault({ kind: 'refused', status: 200, code: value.ErrorDesc.Number }))
  }
  return {
    signUp: (body: BodyOf<'loyaltySignUp'>) => call('loyaltySignUp', body),
    login: (body: BodyOf<'loyaltyLogin'>) => call('loyaltyLogin', body),
  }
}

export type LoyaltyVendor = ReturnType<typeof createLoyaltyVendor>
