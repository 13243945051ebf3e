import type { SourceId } from '../../../config/loyalty.ts'
import type { LoyaltyProfile } from '../../../contract/loyalty/loyalty-shapes.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import { fail, type Result } from '../../../lib/result.ts'
import type { AuthProvider } from '../provider.ts'
import { loyaltyFault } from './loyalty-fault.ts'
import type { LoyaltyClient, LoyaltySession } from './loyalty-session.ts'

/** In ms. The delay before a refused profile is read again (specification §4). */
const retryAfter = 3000

/** Reads the profile of an access token. A refused request is repeated once after 3 s. */
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

type Deps = Pick<LoyaltySession, 'session' | 'storeName'> & { client: LoyaltyClient; sourceId: SourceId }

/** Renames the account. The tokens contain no names, so the stored session is updated here. */
export const createLoyaltyRename =
  ({ client, sourceId, session, storeName }: Deps): AuthProvider['rename'] =>
  async ({ firstName, lastName }) => {
    const current = await session()
    if (!current.ok) return current
    const { userID, accessToken } = current.value
    const body = {
      DataSourceID: sourceId,
      ProfileID: userID,
      FirstName: firstName,
      LastName: lastName,
      CustomAttributes: { FIRST_NAME: firstName, LAST_NAME: lastName },
    }
    const renamed = await client.call('updateProfile', body, { accessToken })
    return renamed.ok ? storeName(userID, { firstName, lastName }) : fail(loyaltyFault(renamed.error))
  }
