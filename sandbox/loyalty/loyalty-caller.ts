import type { IncomingHttpHeaders } from 'node:http'
import type { DeliverEmail } from '../mailbox/message.ts'
import type { Authorize, createEndpointFactory } from '../person-services/endpoint.ts'
import type { AccountStore } from './account-store.ts'
import { createLoyaltyError } from './loyalty-error.ts'
import type { Account, Session } from './loyalty-state.ts'
import type { SessionStore } from './session-store.ts'

/** The account and the session of an access token. Only the call `refreshToken` accepts an expired token. */
export type LoyaltyUser = { account: Account; session: Session; isExpired: boolean }
/**
 * The caller of an endpoint, for each kind of credentials in the contract. The provider calls the site a
 * vendor.
 */
export type LoyaltyCallers = { anyone: undefined; vendor: undefined; user: LoyaltyUser }

export type LoyaltyDeps = {
  /** Creates an endpoint described in the API contract. */
  createEndpoint: ReturnType<typeof createEndpointFactory<LoyaltyCallers>>
  accounts: AccountStore
  sessions: SessionStore
  deliverEmail: DeliverEmail
  now: () => number
}

type AuthorizeDeps = { accounts: AccountStore; sessions: SessionStore; vendorCredential: string }

const parseToken = ({ authorization = '' }: IncomingHttpHeaders) =>
  /^User (\S+)$/.exec(authorization)?.[1] ?? ''

/**
 * Checks the `Authorization` header of a call: `User ` and an access token, or the vendor's basic credential.
 */
export const createLoyaltyAuthorizer = ({
  accounts,
  sessions,
  vendorCredential,
}: AuthorizeDeps): Authorize<LoyaltyCallers> => ({
  anyone: () => undefined,
  vendor: ({ authorization }) => {
    if (authorization !== `Basic ${vendorCredential}`) throw createLoyaltyError('invalidVendorCredential')
    return undefined
  },
  user: (headers) => {
    const match = sessions.findByAccessToken(parseToken(headers))
    const account = match && accounts.findByProfileId(match.session.profileId)
    if (!match || !account) throw createLoyaltyError('invalidToken')
    return { account, session: match.session, isExpired: match.isExpired }
  },
})

/** Throws if the caller's token has expired, or if the body names another profile. */
export const assertOwnProfile = ({ account, isExpired }: LoyaltyUser, profileId?: string) => {
  if (isExpired) throw createLoyaltyError('tokenExpired')
  if (profileId !== undefined && profileId !== account.profile.ProfileID)
    throw createLoyaltyError('otherProfile')
}
