import type { IncomingHttpHeaders } from 'node:http'
import type { DeliverEmail } from '../mailbox/message.ts'
import type { Authorize, endpointsOf } from '../person-services/endpoint.ts'
import type { AccountStore } from './account-store.ts'
import type { Account, Session } from './loyalty-state.ts'
import { refuse } from './refuse.ts'
import type { SessionStore } from './session-store.ts'

/** The account of an access token. Only the refresh accepts a token with `expired`. */
export type LoyaltyUser = { account: Account; session: Session; expired: boolean }
export type LoyaltyCallers = { anyone: undefined; vendor: undefined; user: LoyaltyUser }

/** The dependencies of the provider's calls. */
export type LoyaltyDeps = {
  /** creates the endpoint of a row */
  on: ReturnType<typeof endpointsOf<LoyaltyCallers>>
  accounts: AccountStore
  sessions: SessionStore
  deliver: DeliverEmail
  now: () => number
}

type Deps = { accounts: AccountStore; sessions: SessionStore; vendor: string }

/** Checks the credentials of a call: `User ` and a token in the header, or the vendor's basic credential. */
export const authorizeLoyalty = ({ accounts, sessions, vendor }: Deps): Authorize<LoyaltyCallers> => ({
  anyone: () => undefined,
  vendor: ({ authorization }) => {
    if (authorization !== `Basic ${vendor}`) throw refuse('vendorRefused')
    return undefined
  },
  user: (headers) => {
    const found = sessions.byAccessToken(tokenOf(headers))
    const account = found && accounts.byProfileId(found.session.profileId)
    if (!found || !account) throw refuse('tokenRefused')
    return { account, ...found }
  },
})

const tokenOf = ({ authorization = '' }: IncomingHttpHeaders) => /^User (\S+)$/.exec(authorization)?.[1] ?? ''

/** Checks that the caller's token has not expired and belongs to the profile that the body names. */
export const assertOwn = ({ account, expired }: LoyaltyUser, profileId?: string) => {
  if (expired) throw refuse('tokenExpired')
  if (profileId !== undefined && profileId !== account.profile.ProfileID) throw refuse('otherProfile')
}
