import type { extendedProfileService } from '../contract/extended-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { both, serviceAs, type Identity } from './call-service.ts'
import type { Choices, Details, Source } from './person.ts'

type Deps = { client: ServiceClient<typeof extendedProfileService.calls>; identity: Identity }

/** Name and work of a coach without a loyalty provider. Before the first save, the name of the account. */
export const createExtendedDetails = (
  { client, identity, complete }: Deps & { complete: () => Promise<void> },
  account: { firstName: string; lastName: string },
): Source<Details> => {
  const call = serviceAs(client, identity)
  return {
    read: async () => {
      // A coach who comes directly from the sign-up must find its details here.
      await complete()
      const known = await call('profile.notRead', 'profile', undefined)
      if (!known.ok) return known
      const { firstName = account.firstName, lastName = account.lastName, ...more } = known.value.profile
      const { honorificPrefix, job, partner, workFrom, sportType } = more
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
    save: async ({ firstName, lastName, honorificPrefix = '', ...given }) => {
      const name = { firstName, lastName, honorificPrefix }
      const named = await call('profile.nameNotSaved', 'updateProfile', name)
      const { job = '', partner = '', workFrom = '', sportType = '' } = given
      const work = { job, partner, workFrom, sportType }
      return named.ok ? call('profile.answersNotSaved', 'updateProfile', work) : named
    },
  }
}

/** The coach's learning interests and preferences, from the programme's own choices. */
export const createLearning = ({ client, identity }: Deps): Source<Choices> => {
  const call = serviceAs(client, identity)
  return {
    read: () =>
      both(
        call('profile.notRead', 'interests', undefined),
        call('profile.notRead', 'preferences', undefined),
      ),

    save: async ({ interests, preferences }) => {
      const stored = await call('profile.choicesNotSaved', 'storeInterests', { interests })
      return stored.ok ? call('profile.choicesNotSaved', 'storePreferences', { preferences }) : stored
    },
  }
}
