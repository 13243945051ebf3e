import { join } from 'node:path'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import type { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import { createEndpointFactory, type Endpoints } from '../person-services/endpoint.ts'
import type { Identification } from '../person-services/person-caller.ts'
import type { RunningService } from '../person-services/service-app.ts'
import { ServiceError } from '../person-services/service-error.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { createAccountStore } from './account-store.ts'
import { createPasswordCalls } from './calls/password-calls.ts'
import { createProfileCalls } from './calls/profile-calls.ts'
import { createSessionCalls } from './calls/session-calls.ts'
import { createLoyaltyAuthorizer, type LoyaltyCallers, type LoyaltyDeps } from './loyalty-caller.ts'
import { createLoyaltyErrorBody } from './loyalty-error.ts'
import { loyaltyStateSchema } from './loyalty-state.ts'
import { seedDemoAccounts } from './create-account.ts'
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
  await seedDemoAccounts(accounts)

  const createEndpoint = createEndpointFactory<LoyaltyCallers>(
    createLoyaltyAuthorizer({ accounts, sessions, vendorCredential }),
    (message, path) => new ServiceError(400, loyaltyErrors.invalidBody, message, path),
  )
  const deps: LoyaltyDeps = { createEndpoint, accounts, sessions, deliverEmail, now }
  const endpoints: Endpoints<typeof loyaltyService.calls> = {
    ...createSessionCalls(deps),
    ...createPasswordCalls(deps),
    ...createProfileCalls(deps),
  }

  const service: RunningService = {
    endpoints,
    createErrorBody: createLoyaltyErrorBody,
    codes: {
      notFound: loyaltyErrors.notFound,
      invalidBody: loyaltyErrors.invalidBody,
      failed: loyaltyErrors.failed,
    },
    readStoredData: () => ({ profiles: Object.values(file.content.accounts).map(({ profile }) => profile) }),
  }
  /** Identifies the coach of an access token. The other person services call it. */
  const identify = (accessToken: string): Identification => {
    const match = sessions.findByAccessToken(accessToken)
    if (!match) return { kind: 'invalid' }
    return match.isExpired ? { kind: 'expired' } : { kind: 'valid', person: match.session.profileId }
  }
  return { service, identify }
}
