import type { Locale } from '../config/locales.ts'
import { marketingHeaderOf, type marketingProfileService } from '../contract/marketing-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { withToken } from './failure-of.ts'
import type { Answer, Choices, Details, Source } from './person.ts'
import type { Identity } from './token.ts'

type Deps = {
  client: ServiceClient<typeof marketingProfileService.calls>
  identity: Identity
  locale: Locale
  email: string
}

/** What a coach may be written to about. Its header names the market: language, country, brand and campaign. */
export const createMarketingProfile = ({ client, identity: { token, key }, locale, email }: Deps) => {
  const header = marketingHeaderOf(locale)
  const identityOf = ({ firstName, lastName, honorificPrefix = '' }: Details) => ({
    consumerIdentity: { firstName, lastName, honorificPrefix },
  })

  const retrieve = () =>
    withToken('profile.notRead', token(), (identityToken) =>
      client.call('retrieve', { profile: { header, profileStores: ['CPS'] } }, { identityToken, key }),
    )

  /** Makes the profile: only for a coach who chose something of it. */
  const signUp = async (details: Details): Answer<void> => {
    const profile = {
      header,
      ...identityOf(details),
      contactDetail: { email },
      profileStores: ['CPS' as const],
    }
    const made = await withToken('profile.choicesNotSaved', token(), (identityToken) =>
      client.call('signUp', { profile }, { identityToken, key }),
    )
    return made.ok ? ok(undefined) : made
  }

  return {
    /** Tells a new name, where there is a profile to tell it to. */
    rename: async (details: Details): Answer<void> => {
      const known = await retrieve()
      if (!known.ok) return known
      if (known.value.profile === null) return ok(undefined)
      const profile = { header, ...identityOf(details), profileStores: ['CPS' as const] }
      const saved = await withToken('profile.nameNotSaved', token(), (identityToken) =>
        client.call('save', { profile }, { identityToken, key }),
      )
      return saved.ok ? ok(undefined) : saved
    },

    /** `details` are asked for when the profile is made. */
    news: (details: () => Details): Source<Choices> => ({
      read: async () => {
        const [interests, preferences] = await Promise.all([
          withToken('profile.notRead', token(), (identityToken) =>
            client.call('interests', undefined, { identityToken, key }),
          ),
          withToken('profile.notRead', token(), (identityToken) =>
            client.call('customPreferences', undefined, { identityToken, key }),
          ),
        ])
        if (!interests.ok) return interests
        return preferences.ok ? ok({ ...interests.value, ...preferences.value }) : preferences
      },

      save: async ({ interests, preferences }) => {
        const known = await retrieve()
        if (!known.ok) return known
        const made = known.value.profile === null ? await signUp(details()) : ok(undefined)
        if (!made.ok) return made
        const stored = await withToken('profile.choicesNotSaved', token(), (identityToken) =>
          client.call('saveInterests', { interests }, { identityToken, key }),
        )
        if (!stored.ok) return stored
        const saved = await withToken('profile.choicesNotSaved', token(), (identityToken) =>
          client.call('saveCustomPreferences', { preferences }, { identityToken, key }),
        )
        return saved.ok ? ok(undefined) : saved
      },
    }),

    /** Both stores with both extended groups. */
    everything: () =>
      withToken('profile.notRead', token(), (identityToken) =>
        client.call(
          'retrieveUserProfile',
          {
            profile: {
              header,
              profileStores: ['EPS', 'CPS'],
              extendedGroups: ['nonMarketingInterests', 'nonMarketingPreferences'],
            },
          },
          { identityToken, key },
        ),
      ),
  }
}
