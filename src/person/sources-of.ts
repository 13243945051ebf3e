import type { CurrentUser } from '../auth/auth.ts'
import type { Env } from '../config/env.ts'
import { locales } from '../config/locales.ts'
import { extendedProfileService } from '../contract/extended-profile.ts'
import { loyaltyService } from '../contract/loyalty.ts'
import { marketingProfileService } from '../contract/marketing-profile.ts'
import { createServiceClient } from '../contract/service-client.ts'
import { createExtendedDetails, createLearning } from './extended-profile.ts'
import { createLoyaltyDetails } from './loyalty-details.ts'
import { createMarketingProfile } from './marketing-profile.ts'
import type { Details, Source } from './person.ts'
import type { Token } from './token.ts'

export type SourceDeps = {
  env: Pick<Env, 'loyalty' | 'marketingProfileAddresses' | 'extendedProfileAddress' | 'personKeys'>
  accessToken: Token
  identityToken: Token
  fetch: (url: string, init?: RequestInit) => Promise<Response>
}

/** Where the parts of a coach's profile live: the row of the locale table names provider, host and key. */
export const sourcesOf = (user: CurrentUser, { env, accessToken, identityToken, fetch }: SourceDeps) => {
  const locale = locales[user.locale]
  const identity = { token: identityToken, key: env.personKeys[user.locale] }
  const extended = createServiceClient({
    service: extendedProfileService,
    address: env.extendedProfileAddress,
    fetch,
  })
  const marketing = createServiceClient({
    service: marketingProfileService,
    address: env.marketingProfileAddresses[locale.marketingHost],
    fetch,
  })

  const detailsSource = (): Source<Details> => {
    if (locale.auth.kind === 'user-pool') return createExtendedDetails({ client: extended, identity }, user)
    return createLoyaltyDetails({
      client: createServiceClient({ service: loyaltyService, address: env.loyalty.address, fetch }),
      customer: user.userID,
      sourceId: locale.auth.sourceId,
      language: locale.language === 'es' ? 'es' : 'en',
      accessToken,
    })
  }

  return {
    details: detailsSource(),
    learning: createLearning({ client: extended, identity }),
    marketing: createMarketingProfile({ client: marketing, identity, locale, email: user.email }),
  }
}
