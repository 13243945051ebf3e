import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'
import type { Env } from '../../src/config/env.ts'
import type { TokenUse, Verified } from './identity.ts'
import { createLoyaltyTokens } from './loyalty-tokens.ts'
import { createUserPoolTokens } from './user-pool-tokens.ts'

/** Checks the tokens of identity providers; throws `ProviderAway` when a provider, or its keys, cannot be reached. */
export type IdentityTokens = { verify: (use: TokenUse, token: string) => Verified }

/** Whether a token says that a pool of Cognito issued it; whatever else it looks like, the others are the loyalty provider's. */
const isOfPool = (token: string): boolean => {
  try {
    return decomposeUnverifiedJwt(token).payload.iss?.startsWith('https://cognito-idp.') ?? false
  } catch {
    return false
  }
}

/** Verifies the tokens of both kinds of provider; the loyalty provider's one token is the proof of identity too. */
export const createIdentityTokens = (
  env: Pick<Env, 'pools' | 'userPoolEndpoint' | 'loyaltyAddress'>,
  now: () => number = Date.now,
): IdentityTokens => {
  const ofPools = createUserPoolTokens(env)
  const ofLoyalty = createLoyaltyTokens({
    address: env.loyaltyAddress,
    fetch: (url, init) => fetch(url, init),
    now,
  })
  return { verify: (use, token) => (isOfPool(token) ? ofPools(use, token) : ofLoyalty(token)) }
}
