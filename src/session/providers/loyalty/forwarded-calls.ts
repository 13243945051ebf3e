import type { SourceId } from '../../../config/loyalty.ts'
import type { ProductApiClient } from '../../../contract/product-api-client.ts'
import type { BodyOf, ResponseOf } from '../../../contract/product-api.ts'
import { fail, ok } from '../../../lib/result.ts'
import type { ProviderResult } from '../provider.ts'
import { classifyApiFailure, toLoyaltyFailure } from './loyalty-failure.ts'
import type { LoyaltyTokens } from './loyalty-session.ts'

/**
 * Sign-up and sign-in at the loyalty provider. The product API forwards these calls, because they carry the
 * site's own credential, which a browser cannot keep secret.
 */
export const createForwardedCalls = ({ api, sourceId }: { api: ProductApiClient; sourceId: SourceId }) => {
  const call = async <N extends 'loyaltySignUp' | 'loyaltyLogin'>(
    name: N,
    body: BodyOf<N>,
  ): ProviderResult<LoyaltyTokens> => {
    const result = await api.call(name, body)
    if (!result.ok)
      return fail({ kind: classifyApiFailure(result.error), name: `${name} ${result.error.code}` })
    const response: ResponseOf<'loyaltyLogin'> = result.value
    if (response.Type === 'SUCCESS') return ok(response)
    // The provider also refuses with status 200.
    return fail(toLoyaltyFailure({ kind: 'refused', status: 200, code: response.ErrorDesc.Number }))
  }
  return {
    signUp: (body: BodyOf<'loyaltySignUp'>) => call('loyaltySignUp', body),
    login: (email: string, password: string) =>
      call('loyaltyLogin', { DataSourceID: sourceId, Username: email, Password: password }),
  }
}

export type ForwardedCalls = ReturnType<typeof createForwardedCalls>
