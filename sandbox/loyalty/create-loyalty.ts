import { join } from 'node:path'
import { loyaltyErrors } from '../../src/contract/loyalty/loyalty-errors.ts'
import type { loyaltyService } from '../../src/contract/loyalty/loyalty.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { endpointsOf, type Endpoints } from '../person-services/endpoint.ts'
import type { Identified } from '../person-services/person-caller.ts'
import { Refusal } from '../person-services/refusal.ts'
import type { RunningService } from '../person-services/service-app.ts'
import type { DeliverEmail } from '../mailbox/message.ts'
import { createAccountStore } from './account-store.ts'
import { passwordCalls } from './calls/password-calls.ts'
import { profileCalls } from './calls/profile-calls.ts'
import { sessionCalls } from './calls/session-calls.ts'
import { authorizeLoyalty, type LoyaltyCallers, type LoyaltyDeps } from './loyalty-caller.ts'
import { loyaltyState } from './loyalty-state.ts'
import { loyaltyRefusalBody } from './refuse.ts'
import { createSessionStore } from './session-store.ts'
import { seedDemoProfiles } from './make-account.ts'

type Options = {
  directory: string
  /** base64 of the vendor's `name:secret` */
  vendor: string
  deliver: DeliverEmail
  lifetimes: { accessSeconds: number; refreshSeconds: number }
  now: () => number
}

/** The loyalty provider of the United States, with its demo accounts. */
export const createLoyalty = async ({ directory, vendor, deliver, lifetimes, now }: Options) => {
  const file = await openJsonFile(join(directory, 'loyalty.json'), loyaltyState, () => ({
    accounts: {},
    sessions: [],
  }))
  const accounts = createAccountStore(file)
  const sessions = createSessionStore({ file, now, lifetimes })
  await seedDemoProfiles(accounts)

  const on = endpointsOf<LoyaltyCallers>(
    authorizeLoyalty({ accounts, sessions, vendor }),
    (message, path) => new Refusal(400, loyaltyErrors.bodyRefused, message, path),
  )
  const deps: LoyaltyDeps = { on, accounts, sessions, deliver, now }
  const endpoints: Endpoints<typeof loyaltyService.calls> = {
    ...sessionCalls(deps),
    ...passwordCalls(deps),
    ...profileCalls(deps),
  }

  const service: RunningService = {
    endpoints,
    refusalBody: loyaltyRefusalBody,
    codes: {
      notFound: loyaltyErrors.notFound,
      bodyRefused: loyaltyErrors.bodyRefused,
      failed: loyaltyErrors.failed,
    },
    stored: () => ({ profiles: Object.values(file.content.accounts).map(({ profile }) => profile) }),
  }
  const identify = (accessToken: string): Identified => {
    const found = sessions.byAccessToken(accessToken)
    if (!found) return { kind: 'invalid' }
    return found.expired ? { kind: 'expired' } : { kind: 'valid', person: found.session.profileId }
  }
  return { service, identify }
}
