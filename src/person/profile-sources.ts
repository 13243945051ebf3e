import type { Env } from '../config/env.ts'
import { locales } from '../config/locales.ts'
import type { SourceId } from '../config/loyalty.ts'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { loyaltyService } from '../contract/loyalty/loyalty.ts'
import { toSurveyAnswers, toSurveyResponses } from '../contract/loyalty/survey-responses.ts'
import { marketingProfileService } from '../contract/marketing-profile.ts'
import { createServiceClient, type ServiceClient } from '../contract/service-client.ts'
import { fail, ok } from '../lib/result.ts'
import type { CurrentUser } from '../session/current-user.ts'
import type { Session } from '../session/session.ts'
import { toRenameFailure, withToken, type Rename, type RequestToken } from './call-service.ts'
import { createExtendedDetails, createLearning } from './extended-profile.ts'
import { createMarketingProfile } from './marketing-profile.ts'
import type { Details, PersonResult, Source } from './person.ts'

type LoyaltyDetailsDeps = {
  client: ServiceClient<typeof loyaltyService.calls>
  customer: string
  sourceId: SourceId
  requestAccessToken: RequestToken
  rename: Rename
}

/** Reads and saves the name and survey answers of a coach in the United States, at the loyalty provider. */
const createLoyaltyDetails = ({
  client,
  customer,
  sourceId,
  requestAccessToken,
  rename,
}: LoyaltyDetailsDeps): Source<Details> => ({
  read: async () => {
    const response = await withToken('profile.loadFailed', requestAccessToken, (accessToken) =>
      client.call('userDetails', undefined, { accessToken }),
    )
    if (!response.ok) return response
    const { FirstName: firstName, LastName: lastName, SurveyProfileResponses: responses } = response.value
    return ok({ firstName, lastName, survey: toSurveyAnswers(responses) })
  },

  save: async (details) => {
    const renameResult = await rename(details)
    if (!renameResult.ok) return fail(toRenameFailure(renameResult.error))
    const responses = toSurveyResponses(details.survey ?? {})
    // The coach has answered no question, so only the name is saved.
    if (responses.length === 0) return ok(undefined)
    const body = { ProfileID: customer, DataSourceID: sourceId, SurveyProfileResponses: responses }
    return withToken('profile.answersNotSaved', requestAccessToken, (accessToken) =>
      client.call('addSurveyResponses', body, { accessToken }),
    )
  },
})

export type SourceDeps = {
  env: Pick<Env, 'loyaltyUrl' | 'marketingProfileUrls' | 'extendedProfileUrl' | 'personKeys'>
  session: Pick<Session, 'requestAccessToken' | 'requestIdentityToken'>
  account: {
    /** Renames the account of a signed-in coach. */
    rename: (customerId: string, ...name: Parameters<Rename>) => ReturnType<Rename>
    /** Adds the details of the sign-up to the extended profile. Resolves also if that is not possible now. */
    completeProfile: (user: CurrentUser) => Promise<void>
  }
  fetch: (url: string, init?: RequestInit) => Promise<Response>
}

/**
 * Returns the sources of a coach's profile: for each part, the functions that read and save it at its
 * service. The row of the locale table determines provider, host and key.
 */
export const createProfileSources = (user: CurrentUser, { env, session, account, fetch }: SourceDeps) => {
  // The token requests are bound to this coach, so if another customer signs in, nothing is read or saved.
  const requestAccessToken: RequestToken = (options) => session.requestAccessToken(user.userID, options)
  const requestIdentityToken: RequestToken = (options) => session.requestIdentityToken(user.userID, options)
  const rename: Rename = (name) => account.rename(user.userID, name)
  const completeProfile = () => account.completeProfile(user)
  const locale = locales[user.locale]
  const credentials = { requestToken: requestIdentityToken, key: env.personKeys[user.locale] }
  const extendedClient = createServiceClient({
    service: extendedProfileService,
    baseUrl: env.extendedProfileUrl,
    fetch,
  })
  const marketingClient = createServiceClient({
    service: marketingProfileService,
    baseUrl: env.marketingProfileUrls[locale.marketingHost],
    fetch,
  })

  const createDetailsSource = (): Source<Details> => {
    if (locale.auth.kind === 'user-pool') {
      return createExtendedDetails({ client: extendedClient, credentials, complete: completeProfile }, user)
    }
    return createLoyaltyDetails({
      client: createServiceClient({ service: loyaltyService, baseUrl: env.loyaltyUrl, fetch }),
      customer: user.userID,
      sourceId: locale.auth.sourceId,
      requestAccessToken,
      rename,
    })
  }

  const marketingProfile = createMarketingProfile({
    client: marketingClient,
    credentials,
    locale,
    email: user.email,
  })
  /** Changes the name in a user pool's account. Sessions take the name from there. */
  const renameAccount = async ({ firstName, lastName }: Details): PersonResult => {
    const renameResult = await rename({ firstName, lastName })
    return renameResult.ok ? renameResult : fail(toRenameFailure(renameResult.error))
  }

  return {
    details: createDetailsSource(),
    learning: createLearning({ client: extendedClient, credentials }),
    marketing: marketingProfile,
    /**
     * Functions that change the name at the other services that store it. Call them once the details are
     * saved. The keys name the services in the log.
     */
    otherRenames: {
      'marketing profile': marketingProfile.rename,
      ...(locale.auth.kind === 'user-pool' ? { account: renameAccount } : {}),
    },
  }
}
