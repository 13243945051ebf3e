import type { Locale } from '../config/locales.ts'
import { toMarketingHeader, type marketingProfileService } from '../contract/marketing-profile.ts'
import type { ServiceClient } from '../contract/service-client.ts'
import { createServiceCall, mergeResults, type Credentials } from './call-service.ts'
import type { Choices, Details, PersonResult, Source } from './person.ts'

type Deps = {
  client: ServiceClient<typeof marketingProfileService.calls>
  credentials: Credentials
  locale: Locale
  email: string
}

/**
 * Reads and saves the coach's choices for marketing. The header names the market: language, country, brand
 * and campaign.
 */
export const createMarketingProfile = ({ client, credentials, locale, email }: Deps) => {
  const call = createServiceCall(client, credentials)
  const commonFields = { header: toMarketingHeader(locale), profileStores: ['CPS'] satisfies ['CPS'] }
  const toIdentity = ({ firstName, lastName, honorificPrefix = '' }: Details) => ({
    consumerIdentity: { firstName, lastName, honorificPrefix },
  })

  /** Reads the coach's marketing profile. `profile` is null if there is none. */
  const retrieve = () => call('profile.loadFailed', 'retrieve', { profile: commonFields })

  /** Creates the profile. Only coaches who have saved a choice get one. */
  const signUp = (details: Details) => {
    const profile = { ...commonFields, ...toIdentity(details), contactDetail: { email } }
    return call('profile.choicesNotSaved', 'signUp', { profile })
  }

  return {
    /** Sends a new name, if the coach has a marketing profile. */
    rename: async (details: Details): PersonResult => {
      const response = await retrieve()
      if (!response.ok || response.value.profile === null) return response
      return call('profile.nameNotSaved', 'save', { profile: { ...commonFields, ...toIdentity(details) } })
    },

    /** The choices for news. `getCurrentDetails` is called when a save has to create the profile. */
    news: (getCurrentDetails: () => Details): Source<Choices> => ({
      read: () =>
        mergeResults(
          call('profile.loadFailed', 'interests', undefined),
          call('profile.loadFailed', 'customPreferences', undefined),
        ),

      save: async ({ interests, preferences }) => {
        const response = await retrieve()
        if (!response.ok) return response
        if (response.value.profile === null) {
          const creation = await signUp(getCurrentDetails())
          if (!creation.ok) return creation
        }
        const interestsUpdate = await call('profile.choicesNotSaved', 'saveInterests', { interests })
        if (!interestsUpdate.ok) return interestsUpdate
        return call('profile.choicesNotSaved', 'saveCustomPreferences', { preferences })
      },
    }),

    /**
     * Reads everything: the consumer profile (`CPS`), and the extended profile (`EPS`) with both groups of
     * its interests and preferences.
     */
    exportAll: () =>
      call('profile.loadFailed', 'retrieveUserProfile', {
        profile: {
          ...commonFields,
          profileStores: ['EPS', 'CPS'],
          extendedGroups: ['nonMarketingInterests', 'nonMarketingPreferences'],
        },
      }),
  }
}
