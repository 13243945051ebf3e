import type { Env } from '../../src/config/env.ts'
import type { TokenUse, Verified } from './identity.ts'
import { createLoyaltyTokens } from './loyalty-tokens.ts'
import { createUserPoolTokens } from './user-pool-tokens.ts'

/** Checks the tokens of identity providers; throws only when a provider, or its keys, cannot be reached. */
export type IdentityTokens = { verify: (use: TokenUse, token: string) => Verified }

/** Three parts with points between them: a pool's token is signed, the loyalty provider's is opaque. */
const isSigned = (token: string) => token.split('.').length === 3

/** Verifies the tokens of both kinds of provider; the loyalty provider's one token is the proof of identity too. */
export const createIdentityTokens = (
  env: Pick<Env, 'pools' | 'userPoolEndpoint' | 'loyalty'>,
  now: () => number = Date.now,
): IdentityTokens => {
  const ofPools = createUserPoolTokens(env)
  const ofLoyalty = createLoyaltyTokens({
    address: env.loyalty.address,
    fetch: (url, init) => fetch(url, init),
    now,
  })
  return { verify: (use, token) => (isSigned(token) ? ofPools(use, token) : ofLoyalty(token)) }
}
