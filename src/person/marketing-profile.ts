import type { Locale } from '../config/locales.ts'
import { marketingHeaderOf, type marketingProfileService } from '../contract/marketing-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { ok } from '../lib/result.ts'
import { asCoach, done } from './as-coach.ts'
import { both } from './both.ts'
import type { Answer, Choices, Details, Source } from './person.ts'
import type { Identity } from './token.ts'

type Deps = {
  client: ServiceClient<typeof marketingProfileService.calls>
  identity: Identity
  locale: Locale
  email: string
}

/** What a coach may be written to about. Its header names the market: language, country, brand and campaign. */
export const createMarketingProfile = ({ client, identity, locale, email }: Deps) => {
  const ask = asCoach(identity)
  const header = marketingHeaderOf(locale)
  const identityOf = ({ firstName, lastName, honorificPrefix = '' }: Details) => ({
    consumerIdentity: { firstName, lastName, honorificPrefix },
  })

  const retrieve = () =>
    ask('profile.notRead', (coach) =>
      client.call('retrieve', { profile: { header, profileStores: ['CPS'] } }, coach),
    )

  /** Makes the profile: only for a coach who chose something of it. */
  const signUp = async (details: Details): Answer<void> => {
    const profile = {
      header,
      ...identityOf(details),
      contactDetail: { email },
      profileStores: ['CPS' as const],
    }
    const made = await ask('profile.choicesNotSaved', (coach) => client.call('signUp', { profile }, coach))
    return done(made)
  }

  return {
    /** Tells a new name, where there is a profile to tell it to. */
    rename: async (details: Details): Answer<void> => {
      const known = await retrieve()
      if (!known.ok) return known
      if (known.value.profile === null) return ok(undefined)
      const profile = { header, ...identityOf(details), profileStores: ['CPS' as const] }
      const saved = await ask('profile.nameNotSaved', (coach) => client.call('save', { profile }, coach))
      return done(saved)
    },

    /** `details` are asked for when the profile is made. */
    news: (details: () => Details): Source<Choices> => ({
      read: () =>
        both(
          ask('profile.notRead', (coach) => client.call('interests', undefined, coach)),
          ask('profile.notRead', (coach) => client.call('customPreferences', undefined, coach)),
        ),

      save: async ({ interests, preferences }) => {
        const known = await retrieve()
        if (!known.ok) return known
        const made = known.value.profile === null ? await signUp(details()) : ok(undefined)
        if (!made.ok) return made
        const stored = await ask('profile.choicesNotSaved', (coach) =>
          client.call('saveInterests', { interests }, coach),
        )
        if (!stored.ok) return stored
        const saved = await ask('profile.choicesNotSaved', (coach) =>
          client.call('saveCustomPreferences', { preferences }, coach),
        )
        return done(saved)
      },
    }),

    /** Both stores with both extended groups. */
    everything: () =>
      ask('profile.notRead', (coach) =>
        client.call(
          'retrieveUserProfile',
          {
            profile: {
              header,
              profileStores: ['EPS', 'CPS'],
              extendedGroups: ['nonMarketingInterests', 'nonMarketingPreferences'],
            },
          },
          coach,
        ),
      ),
  }
}
