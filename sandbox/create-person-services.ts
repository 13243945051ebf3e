import { join } from 'node:path'
import { createConsent } from './person-services/create-consent.ts'
import { createExtendedProfile } from './person-services/create-extended-profile.ts'
import { createLoyalty } from './loyalty/create-loyalty.ts'
import { createMarketingProfile } from './person-services/create-marketing-profile.ts'
import type { DeliverEmail } from './mailbox/message.ts'
import type { TokenLifetimes } from './user-pool/pool-tokens.ts'
import type { UserPools } from './user-pool/user-pools.ts'
import { createServiceHandler } from './person-services/create-service-handler.ts'
import { personKeys, vendorCredential } from './shared/settings.ts'
import { openJournal } from './person-services/journal.ts'
import { authorizePerson, type Identified, type IdentifyPerson } from './person-services/person-caller.ts'

type Options = {
  directory: string
  pools: UserPools
  deliver: DeliverEmail
  lifetimes: TokenLifetimes
  allowedOrigins: readonly string[]
  now: () => number
}

/** Loyalty provider, marketing profile, extended profile and consent on one origin, by path prefix. */
export const createPersonServices = async (options: Options) => {
  const { pools, deliver, lifetimes, allowedOrigins, now } = options
  const directory = join(options.directory, 'person-services')
  const loyalty = await createLoyalty({ directory, vendor: vendorCredential, deliver, lifetimes, now })
  const identify = identifyPerson(pools, loyalty.identify)
  const authorize = authorizePerson({ identify, keys: personKeys })

  const handler = createServiceHandler({
    services: {
      loyalty: loyalty.service,
      'marketing-profile': await createMarketingProfile({ directory, authorize }),
      'extended-profile': await createExtendedProfile({ directory, authorize }),
      consent: await createConsent({ directory, now }),
    },
    allowedOrigins,
    journal: await openJournal(directory),
    now,
  })
  return { handler }
}

/**
 * Verifies identity tokens of the user pools. `identifyLoyalty` verifies the access tokens that replace them
 * at the loyalty provider.
 */
const identifyPerson =
  (pools: UserPools, identifyLoyalty: (accessToken: string) => Identified): IdentifyPerson =>
  async (token) => {
    const verified = await pools.byToken(token)?.issuer.verify(token)
    if (verified === undefined) return identifyLoyalty(token)
    if (verified.kind === 'invalid') return verified
    const { sub, token_use: use } = verified.claims
    if (sub === undefined || use !== 'id') return { kind: 'invalid' }
    return verified.kind === 'expired' ? { kind: 'expired' } : { kind: 'valid', person: sub }
  }
