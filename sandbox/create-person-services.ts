import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { consentService } from '../src/contract/consent.ts'
import { extendedProfile, extendedProfileService } from '../src/contract/extended-profile.ts'
import { interests, preferences } from '../src/contract/interests.ts'
import { createLoyaltyService } from './loyalty/create-loyalty.ts'
import type { DeliverEmail } from './mailbox/message.ts'
import { createMarketingProfileService } from './person-services/create-marketing-profile.ts'
import { createServiceHandler } from './person-services/create-service-handler.ts'
import {
  createInvalidBodyError,
  createEndpointFactory,
  type Authorize,
  type Endpoints,
} from './person-services/endpoint.ts'
import { openJournal } from './person-services/journal.ts'
import {
  createPersonAuthorizer,
  type Identification,
  type IdentifyPerson,
  type PersonCallers,
} from './person-services/person-caller.ts'
import { openPersonStore } from './person-services/person-store.ts'
import { createJsonService } from './person-services/service-app.ts'
import { openJsonFile } from './shared/json-file.ts'
import { localeByPersonKey, vendorCredential } from './shared/settings.ts'
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

/** What the extended profile service stores for each coach. */
const extendedDataSchema = v.object({ profile: extendedProfile, interests, preferences })

type ExtendedProfileOptions = { directory: string; authorize: Authorize<PersonCallers> }

/** Creates the extended profile service: one profile with interests and preferences per coach. */
const createExtendedProfileService = async ({ directory, authorize }: ExtendedProfileOptions) => {
  const people = await openPersonStore(join(directory, 'extended-profiles.json'), extendedDataSchema, {
    profile: {},
    interests: [],
    preferences: {},
  })
  const createEndpoint = createEndpointFactory<PersonCallers>(authorize, createInvalidBodyError)
  const { calls } = extendedProfileService

  const endpoints: Endpoints<typeof calls> = {
    profile: createEndpoint(calls.profile, (_body, { person }) => ({
      profile: people.getData(person).profile,
    })),
    updateProfile: createEndpoint(calls.updateProfile, (body, { person }) =>
      people.change(person, ({ profile }) => ({ profile: { ...profile, ...body } })),
    ),
    interests: createEndpoint(calls.interests, (_body, { person }) => ({
      interests: people.getData(person).interests,
    })),
    storeInterests: createEndpoint(calls.storeInterests, (body, { person }) =>
      people.change(person, () => body),
    ),
    preferences: createEndpoint(calls.preferences, (_body, { person }) => ({
      preferences: people.getData(person).preferences,
    })),
    storePreferences: createEndpoint(calls.storePreferences, (body, { person }) =>
      people.change(person, (current) => ({
        preferences: { ...current.preferences, ...body.preferences },
      })),
    ),
  }
  return createJsonService(endpoints, people.getAll)
}

const { consent: consentCall } = consentService.calls
const consentsSchema = v.object({
  consents: v.array(v.object({ consentId: v.string(), recordedAt: v.string(), consent: consentCall.body })),
})

/** Creates the consent service, which anyone may call. It stores one record of consent for each call. */
const createConsentService = async ({ directory, now }: Pick<Options, 'directory' | 'now'>) => {
  const file = await openJsonFile(join(directory, 'consents.json'), consentsSchema, () => ({ consents: [] }))
  const createEndpoint = createEndpointFactory<{ anyone: undefined }>(
    { anyone: () => undefined },
    createInvalidBodyError,
  )

  const endpoints: Endpoints<typeof consentService.calls> = {
    consent: createEndpoint(consentCall, async (body) => {
      const receipt = { consentId: randomUUID(), recordedAt: new Date(now()).toISOString() }
      await file.change(({ consents }) => ({ consents: [...consents, { ...receipt, consent: body }] }))
      return receipt
    }),
  }
  return createJsonService(endpoints, () => file.content)
}

/**
 * Verifies identity tokens of the user pools, and access tokens of the loyalty provider, which has no
 * identity tokens.
 */
const createIdentifyPerson =
  (pools: UserPools, identifyLoyalty: (accessToken: string) => Identification): IdentifyPerson =>
  async (token) => {
    const verification = await pools.findByToken(token)?.issuer.verify(token)
    // No user pool issued the token.
    if (verification === undefined) return identifyLoyalty(token)
    if (verification.kind === 'invalid') return verification
    const { sub, token_use: use } = verification.claims
    if (sub === undefined || use !== 'id') return { kind: 'invalid' }
    return verification.kind === 'expired' ? { kind: 'expired' } : { kind: 'valid', person: sub }
  }

/**
 * Creates the loyalty provider, marketing profile, extended profile and consent service. They share an
 * origin, and each has its own path.
 */
export const createPersonServices = async (options: Options) => {
  const { pools, deliverEmail, lifetimes, allowedOrigins, now } = options
  const directory = join(options.directory, 'person-services')
  const loyalty = await createLoyaltyService({ directory, vendorCredential, deliverEmail, lifetimes, now })
  const identify = createIdentifyPerson(pools, loyalty.identify)
  const authorize = createPersonAuthorizer({ identify, localeByKey: localeByPersonKey })

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
