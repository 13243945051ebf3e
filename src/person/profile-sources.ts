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
import { renameFailureOf, type Rename, type Token } from './call-service.ts'
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

/** The services of a coach's profile. The row of the locale table determines provider, host and key. */
export const profileSources = (user: CurrentUser, { env, session, account, fetch }: SourceDeps) => {
  // Bound to this coach: if another customer has signed in since, nothing is read or saved.
  const accessToken: Token = (options) => session.accessToken(user.userID, options)
  const identityToken: Token = (options) => session.identityToken(user.userID, options)
  const rename: Rename = (name) => account.rename(user.userID, name)
  const profileComplete = () => account.profileComplete(user)
  const locale = locales[user.locale]
  const identity = { token: identityToken, key: env.personKeys[user.locale] }
  const extended = createServiceClient({
    service: extendedProfileService,
    address: env.extendedProfileUrl,
    fetch,
  })
  const marketing = createServiceClient({
    service: marketingProfileService,
    address: env.marketingProfileUrls[locale.marketingHost],
    fetch,
  })

  const detailsSource = (): Source<Details> => {
    if (locale.auth.kind === 'user-pool') {
      return createExtendedDetails({ client: extended, identity, complete: profileComplete }, user)
    }
    return createLoyaltyDetails({
      client: createServiceClient({ service: loyaltyService, address: env.loyaltyUrl, fetch }),
      customer: user.userID,
      sourceId: locale.auth.sourceId,
      accessToken,
      rename,
    })
  }

  const marketingProfile = createMarketingProfile({ client: marketing, identity, locale, email: user.email })
  /** A user pool's account has the name too, and sessions take it from there. */
  const renameAccount = async (name: Details): PersonResult => {
    const renamed = await rename({ firstName: name.firstName, lastName: name.lastName })
    return renamed.ok ? renamed : fail(renameFailureOf(renamed.error))
  }

  return {
    details: detailsSource(),
    learning: createLearning({ client: extended, identity }),
    marketing: marketingProfile,
    /** The other places of the name, which receive it after it was saved. */
    alsoNamed: {
      'marketing profile': marketingProfile.rename,
      ...(locale.auth.kind === 'user-pool' ? { account: renameAccount } : {}),
    },
  }
}
