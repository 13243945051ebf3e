import type { CurrentUser } from '../session/current-user.ts'
import type { Session } from '../session/session.ts'
import type { Env } from '../config/env.ts'
import { locales } from '../config/locales.ts'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { loyaltyService } from '../contract/loyalty/loyalty.ts'
import { marketingProfileService } from '../contract/marketing-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { fail } from '../lib/result.ts'
import { createExtendedDetails, createLearning } from './extended-profile.ts'
import { createLoyaltyDetails } from './loyalty-details.ts'
import { createMarketingProfile } from './marketing-profile.ts'
import { toRenameFailure, type Rename, type RequestToken } from './call-service.ts'
import type { Details, PersonResult, Source } from './person.ts'

export type SourceDeps = {
  env: Pick<Env, 'loyaltyUrl' | 'marketingProfileUrls' | 'extendedProfileUrl' | 'personKeys'>
  session: Pick<Session, 'accessToken' | 'identityToken'>
  account: {
    /** Renames the account of a signed-in coach. */
    rename: (customer: string, ...name: Parameters<Rename>) => ReturnType<Rename>
    /** Resolves when the extended profile has the details of the sign-up, or cannot get them now. */
    profileComplete: (user: CurrentUser) => Promise<void>
  }
  fetch: (url: string, init?: RequestInit) => Promise<Response>
}

/**
 * Creates the sources of a coach's profile. The row of the locale table determines provider, host and key.
 */
export const profileSources = (user: CurrentUser, { env, session, account, fetch }: SourceDeps) => {
  // The token requests are bound to this coach: if another customer signs in, nothing is read or saved.
  const requestAccessToken: RequestToken = (options) => session.accessToken(user.userID, options)
  const requestIdentityToken: RequestToken = (options) => session.identityToken(user.userID, options)
  const rename: Rename = (name) => account.rename(user.userID, name)
  const profileComplete = () => account.profileComplete(user)
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
      return createExtendedDetails({ client: extendedClient, credentials, complete: profileComplete }, user)
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
  /** Changes the name in a user pool's account, from which sessions take it. */
  const renameAccount = async ({ firstName, lastName }: Details): PersonResult => {
    const renameResult = await rename({ firstName, lastName })
    return renameResult.ok ? renameResult : fail(toRenameFailure(renameResult.error))
  }

  return {
    details: createDetailsSource(),
    learning: createLearning({ client: extendedClient, credentials }),
    marketing: marketingProfile,
    /**
     * Change the name at the other services that store it, once it is saved. The keys name them in the log.
     */
    otherNames: {
      'marketing profile': marketingProfile.rename,
      ...(locale.auth.kind === 'user-pool' ? { account: renameAccount } : {}),
    },
  }
}
