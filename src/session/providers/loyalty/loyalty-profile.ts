import type { LoyaltyProfile } from '../../../contract/loyalty/loyalty-shapes.ts'
import type { loyaltyService } from '../../../contract/loyalty/loyalty.ts'
import type { ServiceClient, ServiceFailure } from '../../../contract/service-client.ts'
import type { Result } from '../../../lib/result.ts'

export type LoyaltyClient = ServiceClient<typeof loyaltyService.calls>

/** ms after which a profile that was refused is asked for once more (specification §4) */
const retryAfter = 3000

/** The profile of an access token; one that is refused is asked for a second time after 3 s. */
export const readLoyaltyProfile = async (
  client: LoyaltyClient,
  accessToken: string,
  sleep: (ms: number) => Promise<void>,
): Promise<Result<LoyaltyProfile, ServiceFailure>> => {
  const first = await client.call('userDetails', undefined, { accessToken })
  if (first.ok || first.error.kind !== 'refused') return first
  await sleep(retryAfter)
  return client.call('userDetails', undefined, { accessToken })
}
