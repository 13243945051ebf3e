import type { DeliverEmail } from '../user-pool/code-sender.ts'
import type { endpointsOf } from '../person-services/endpoint.ts'
import type { AccountStore } from './account-store.ts'
import type { LoyaltyCallers } from './loyalty-caller.ts'
import type { SessionStore } from './session-store.ts'

/** What the calls of the provider work with. */
export type LoyaltyDeps = {
  /** makes the endpoint of a row */
  on: ReturnType<typeof endpointsOf<LoyaltyCallers>>
  accounts: AccountStore
  sessions: SessionStore
  deliver: DeliverEmail
  now: () => number
}
