import { join } from 'node:path'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import type { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import { endpointFactory, type Endpoints } from '../person-services/endpoint.ts'
import type { Identification } from '../person-services/person-caller.ts'
import { Refusal } from '../person-services/refusal.ts'
import type { RunningService } from '../person-services/service-app.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { createAccountStore } from './account-store.ts'
import { createPasswordCalls } from './calls/password-calls.ts'
import { createProfileCalls } from './calls/profile-calls.ts'
import { createSessionCalls } from './calls/session-calls.ts'
import { authorizeLoyalty, type LoyaltyCallers, type LoyaltyDeps } from './loyalty-caller.ts'
import { createLoyaltyRefusalBody } from './loyalty-refusal.ts'
import { loyaltyStateSchema } from './loyalty-state.ts'
import { seedDemoProfiles } from './make-account.ts'
import { createSessionStore } from './session-store.ts'

type Options = {
  directory: string
  /** The credential of the site, which the provider calls a vendor: base64 of `name:secret`. */
  vendorCredential: string
  deliverEmail: DeliverEmail
  lifetimes: { accessSeconds: number; refreshSeconds: number }
  now: () => number
}

/** Creates the loyalty provider of the United States, with its demo accounts. */
export const createLoyaltyService = async (options: Options) => {
  const { directory, vendorCredential, deliverEmail, lifetimes, now } = options
  const file = await openJsonFile(join(directory, 'loyalty.json'), loyaltyStateSchema, () => ({
    accounts: {},
    sessions: [],
  }))
  const accounts = createAccountStore(file)
  const sessions = createSessionStore({ file, now, lifetimes })
  await seedDemoProfiles(accounts)

  const createEndpoint = endpointFactory<LoyaltyCallers>(
    authorizeLoyalty({ accounts, sessions, vendorCredential }),
    (message, path) => new Refusal(400, loyaltyErrors.bodyRefused, message, path),
  )
  const deps: LoyaltyDeps = { createEndpoint, accounts, sessions, deliverEmail, now }
  const endpoints: Endpoints<typeof loyaltyService.calls> = {
    ...createSessionCalls(deps),
    ...createPasswordCalls(deps),
    ...createProfileCalls(deps),
  }

  const service: RunningService = {
    endpoints,
    refusalBody: createLoyaltyRefusalBody,
    codes: {
      notFound: loyaltyErrors.notFound,
      bodyRefused: loyaltyErrors.bodyRefused,
      failed: loyaltyErrors.failed,
    },
    readStoredData: () => ({ profiles: Object.values(file.content.accounts).map(({ profile }) => profile) }),
  }
  const identify = (accessToken: string): Identification => {
    const match = sessions.byAccessToken(accessToken)
    if (!match) return { kind: 'invalid' }
    return match.isExpired ? { kind: 'expired' } : { kind: 'valid', person: match.session.profileId }
  }
  return { service, identify }
}
