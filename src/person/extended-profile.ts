import type { extendedProfileService } from '../contract/extended-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { ok, type Result } from '../lib/result.ts'
import { withToken } from './failure-of.ts'
import type { Choices, Details, PersonFailure, Source } from './person.ts'
import type { Identity } from './token.ts'

type Deps = { client: ServiceClient<typeof extendedProfileService.calls>; identity: Identity }

const done = <T>(answer: Result<T, PersonFailure>): Result<void, PersonFailure> =>
  answer.ok ? ok(undefined) : answer

/** Name and work of a coach, where no loyalty provider knows them; before the first saving, the name of the account. */
export const createExtendedDetails = (
  { client, identity: { token, key }, told }: Deps & { told: () => Promise<void> },
  account: { firstName: string; lastName: string },
): Source<Details> => ({
  read: async () => {
    // A coach who comes here straight from the sign-up must not find it empty.
    await told()
    const answer = await withToken('profile.notRead', token(), (identityToken) =>
      client.call('profile', undefined, { identityToken, key }),
    )
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
    const named = await withToken('profile.nameNotSaved', token(), (identityToken) =>
      client.call('updateProfile', { firstName, lastName, honorificPrefix }, { identityToken, key }),
    )
    if (!named.ok) return named
    return done(
      await withToken('profile.answersNotSaved', token(), (identityToken) =>
        client.call('updateProfile', { job, sportType }, { identityToken, key }),
      ),
    )
  },
})

/** What a coach wants to learn, and how: the programme's own choices. */
export const createLearning = ({ client, identity: { token, key } }: Deps): Source<Choices> => ({
  read: async () => {
    const [interests, preferences] = await Promise.all([
      withToken('profile.notRead', token(), (identityToken) =>
        client.call('interests', undefined, { identityToken, key }),
      ),
      withToken('profile.notRead', token(), (identityToken) =>
        client.call('preferences', undefined, { identityToken, key }),
      ),
    ])
    if (!interests.ok) return interests
    return preferences.ok ? ok({ ...interests.value, ...preferences.value }) : preferences
  },

  save: async ({ interests, preferences }) => {
    const stored = await withToken('profile.choicesNotSaved', token(), (identityToken) =>
      client.call('storeInterests', { interests }, { identityToken, key }),
    )
    if (!stored.ok) return stored
    return done(
      await withToken('profile.choicesNotSaved', token(), (identityToken) =>
        client.call('storePreferences', { preferences }, { identityToken, key }),
      ),
    )
  },
})
