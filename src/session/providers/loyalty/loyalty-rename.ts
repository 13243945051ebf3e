import type { SourceId } from '../../../config/loyalty.ts'
import { fail, ok } from '../../../lib/result.ts'
import { loyaltyFault } from './loyalty-fault.ts'
import type { LoyaltyClient } from './loyalty-profile.ts'
import type { LoyaltySession } from './loyalty-session.ts'
import type { AuthProvider } from '../provider.ts'

type Deps = Pick<LoyaltySession, 'session' | 'write'> & { client: LoyaltyClient; sourceId: SourceId }

/** Tells the provider another name; its tokens say nothing of names, so the stored session is changed by hand. */
export const createLoyaltyRename =
  ({ client, sourceId, session, write }: Deps): AuthProvider['rename'] =>
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
    if (!renamed.ok) return fail(loyaltyFault(renamed.error))
    const next = { ...current.value, firstName, lastName }
    await write(next)
    return ok(next)
  }
