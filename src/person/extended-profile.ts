import type { extendedProfileService } from '../contract/extended-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { asCoach, done } from './as-coach.ts'
import { both } from './both.ts'
import type { Choices, Details, Source } from './person.ts'
import type { Identity } from './token.ts'

type Deps = { client: ServiceClient<typeof extendedProfileService.calls>; identity: Identity }

/** Name and work of a coach, where no loyalty provider knows them; before the first saving, the name of the account. */
export const createExtendedDetails = (
  { client, identity, complete }: Deps & { complete: () => Promise<void> },
  account: { firstName: string; lastName: string },
): Source<Details> => {
  const ask = asCoach(identity)
  return {
    read: async () => {
      // A coach who comes here straight from the sign-up must not find it empty.
      await complete()
      const answer = await ask('profile.notRead', (coach) => client.call('profile', undefined, coach))
      if (!answer.ok) return answer
      const { firstName = account.firstName, lastName = account.lastName, ...more } = answer.value.profile
      const { honorificPrefix, job, sportType } = more
      return ok({
        firstName,
        lastName,
        ...(honorificPrefix && { honorificPrefix }),
        ...(job && { job }),
        ...(sportType && { sportType }),
      })
    },

    /** The name first; where it is refused the rest is not sent (specification §4). */
    save: async ({ firstName, lastName, honorificPrefix = '', job = '', sportType = '' }) => {
      const named = await ask('profile.nameNotSaved', (coach) =>
        client.call('updateProfile', { firstName, lastName, honorificPrefix }, coach),
      )
      if (!named.ok) return named
      return done(
        await ask('profile.answersNotSaved', (coach) =>
          client.call('updateProfile', { job, sportType }, coach),
        ),
      )
    },
  }
}

/** What a coach wants to learn, and how: the programme's own choices. */
export const createLearning = ({ client, identity }: Deps): Source<Choices> => {
  const ask = asCoach(identity)
  return {
    read: () =>
      both(
        ask('profile.notRead', (coach) => client.call('interests', undefined, coach)),
        ask('profile.notRead', (coach) => client.call('preferences', undefined, coach)),
      ),

    save: async ({ interests, preferences }) => {
      const stored = await ask('profile.choicesNotSaved', (coach) =>
        client.call('storeInterests', { interests }, coach),
      )
      if (!stored.ok) return stored
      return done(
        await ask('profile.choicesNotSaved', (coach) =>
          client.call('storePreferences', { preferences }, coach),
        ),
      )
    },
  }
}
