import type { extendedProfileService } from '../contract/extended-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { createServiceCall, mergeResults, type Credentials } from './call-service.ts'
import type { Choices, Details, Source } from './person.ts'

type Deps = { client: ServiceClient<typeof extendedProfileService.calls>; credentials: Credentials }

/**
 * Reads and saves the name and work of a coach whose provider is a user pool. Until the first save, the name
 * comes from the account.
 */
export const createExtendedDetails = (
  { client, credentials, complete }: Deps & { complete: () => Promise<void> },
  account: { firstName: string; lastName: string },
): Source<Details> => {
  const call = createServiceCall(client, credentials)
  return {
    read: async () => {
      // Directly after a sign-up, its details must be in the profile before the profile is read.
      await complete()
      const response = await call('profile.loadFailed', 'profile', undefined)
      if (!response.ok) return response
      const { profile } = response.value
      const { firstName = account.firstName, lastName = account.lastName } = profile
      const { honorificPrefix, job, partner, workFrom, sportType } = profile
      return ok({
        firstName,
        lastName,
        ...(honorificPrefix && { honorificPrefix }),
        ...(job && { job }),
        ...(partner && { partner }),
        ...(workFrom && { workFrom }),
        ...(sportType && { sportType }),
      })
    },

    /** Saves the name first. If it is refused, the rest is not sent (specification §4). */
    save: async ({ firstName, lastName, honorificPrefix = '', ...details }) => {
      const name = { firstName, lastName, honorificPrefix }
      const nameUpdate = await call('profile.nameNotSaved', 'updateProfile', name)
      if (!nameUpdate.ok) return nameUpdate
      const { job = '', partner = '', workFrom = '', sportType = '' } = details
      return call('profile.answersNotSaved', 'updateProfile', { job, partner, workFrom, sportType })
    },
  }
}

/** Reads and saves the coach's learning interests and preferences, from the programme's own choices. */
export const createLearning = ({ client, credentials }: Deps): Source<Choices> => {
  const call = createServiceCall(client, credentials)
  return {
    read: () =>
      mergeResults(
        call('profile.loadFailed', 'interests', undefined),
        call('profile.loadFailed', 'preferences', undefined),
      ),

    save: async ({ interests, preferences }) => {
      const interestsUpdate = await call('profile.choicesNotSaved', 'storeInterests', { interests })
      if (!interestsUpdate.ok) return interestsUpdate
      return call('profile.choicesNotSaved', 'storePreferences', { preferences })
    },
  }
}
