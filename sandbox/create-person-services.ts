import { join } from 'node:path'
import { createLoyaltyService } from './loyalty/create-loyalty.ts'
import type { DeliverEmail } from './mailbox/message.ts'
import { createConsentService } from './person-services/create-consent.ts'
import { createExtendedProfileService } from './person-services/create-extended-profile.ts'
import { createMarketingProfileService } from './person-services/create-marketing-profile.ts'
import { createServiceHandler } from './person-services/create-service-handler.ts'
import { openJournal } from './person-services/journal.ts'
import { authorizePerson, type Identification, type IdentifyPerson } from './person-services/person-caller.ts'
import { personKeys, vendorCredential } from './shared/settings.ts'
import type { TokenLifetimes } from './user-pool/pool-tokens.ts'
import type { UserPools } from './user-pool/user-pools.ts'

type Options = {
  directory: string
  pools: UserPools
  deliverEmail: DeliverEmail
  lifetimes: TokenLifetimes
  allowedOrigins: readonly string[]
  now: () => number
}

/**
 * Returns a function that verifies identity tokens of the user pools. `identifyLoyalty` verifies the access
 * tokens of the loyalty provider, which has no identity tokens.
 */
const createIdentifyPerson =
  (pools: UserPools, identifyLoyalty: (accessToken: string) => Identification): IdentifyPerson =>
  async (token) => {
    const verification = await pools.byToken(token)?.issuer.verify(token)
    if (verification === undefined) return identifyLoyalty(token)
    if (verification.kind === 'invalid') return verification
    const { sub, token_use: use } = verification.claims
    if (sub === undefined || use !== 'id') return { kind: 'invalid' }
    return verification.kind === 'expired' ? { kind: 'expired' } : { kind: 'valid', person: sub }
  }

/**
 * Creates the loyalty provider, marketing profile, extended profile and consent service on one origin, by
 * path.
 */
export const createPersonServices = async (options: Options) => {
  const { pools, deliverEmail, lifetimes, allowedOrigins, now } = options
  const directory = join(options.directory, 'person-services')
  const loyalty = await createLoyaltyService({ directory, vendorCredential, deliverEmail, lifetimes, now })
  const identify = createIdentifyPerson(pools, loyalty.identify)
  const authorize = authorizePerson({ identify, keys: personKeys })

  const handler = createServiceHandler({
    services: {
      loyalty: loyalty.service,
      'marketing-profile': await createMarketingProfileService({ directory, authorize }),
      'extended-profile': await createExtendedProfileService({ directory, authorize }),
      consent: await createConsentService({ directory, now }),
    },
    allowedOrigins,
    journal: await openJournal(directory),
    now,
  })
  return { handler }
}
