import type { Locale } from '../config/locales.ts'
import { marketingHeaderOf, type marketingProfileService } from '../contract/marketing-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { both, serviceAs, type Identity } from './call-service.ts'
import type { Choices, Details, PersonResult, Source } from './person.ts'

type Deps = {
  client: ServiceClient<typeof marketingProfileService.calls>
  identity: Identity
  locale: Locale
  email: string
}

/** The coach's choices for marketing. The header names the market: language, country, brand and campaign. */
export const createMarketingProfile = ({ client, identity, locale, email }: Deps) => {
  const call = serviceAs(client, identity)
  const common = { header: marketingHeaderOf(locale), profileStores: ['CPS'] satisfies ['CPS'] }
  const identityOf = ({ firstName, lastName, honorificPrefix = '' }: Details) => ({
    consumerIdentity: { firstName, lastName, honorificPrefix },
  })

  const retrieve = () => call('profile.notRead', 'retrieve', { profile: common })

  /** Creates the profile, which only happens for a coach who made a choice. */
  const signUp = (details: Details) => {
    const profile = { ...common, ...identityOf(details), contactDetail: { email } }
    return call('profile.choicesNotSaved', 'signUp', { profile })
  }

  return {
    /** Sends a new name, if the coach has a marketing profile. */
    rename: async (details: Details): PersonResult => {
      const known = await retrieve()
      if (!known.ok || known.value.profile === null) return known
      return call('profile.nameNotSaved', 'save', { profile: { ...common, ...identityOf(details) } })
    },

    /** `details` is called when the profile is created. */
    news: (details: () => Details): Source<Choices> => ({
      read: () =>
        both(
          call('profile.notRead', 'interests', undefined),
          call('profile.notRead', 'customPreferences', undefined),
        ),

      save: async ({ interests, preferences }) => {
        const known = await retrieve()
        if (!known.ok) return known
        const made = known.value.profile === null ? await signUp(details()) : known
        if (!made.ok) return made
        const stored = await call('profile.choicesNotSaved', 'saveInterests', { interests })
        return stored.ok ? call('profile.choicesNotSaved', 'saveCustomPreferences', { preferences }) : stored
      },
    }),

    /** Both stores with both extended groups. */
    everything: () =>
      call('profile.notRead', 'retrieveUserProfile', {
        profile: {
          ...common,
          profileStores: ['EPS', 'CPS'],
          extendedGroups: ['nonMarketingInterests', 'nonMarketingPreferences'],
        },
      }),
  }
}
