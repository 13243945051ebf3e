import { decomposeUnverifiedJwt } from 'aws-jwt-verify/jwt'
import type { Env } from '../../src/config/env.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Fetch, Identity, TokenUse, VerifyResult } from './identity.ts'
import { createLoyaltyTokenVerifier } from './loyalty-tokens.ts'
import { createUserPoolFactors } from './user-pool-factors.ts'
import { createUserPoolTokenVerifier } from './user-pool-tokens.ts'

/**
 * Checks the tokens of identity providers. Throws `ProviderUnavailableError` if a provider does not respond.
 */
export type IdentityTokens = {
  verify: (use: TokenUse, token: string) => Promise<VerifyResult>
  /** Whether the account of a user pool's access token has a second factor. */
  hasSecondFactor: (accessToken: string) => Promise<Result<boolean, 'identity-refused'>>
}

const parseIssuer = (token: string): string => {
  try {
    return decomposeUnverifiedJwt(token).payload.iss ?? ''
  } catch {
    return ''
  }
}

/**
 * Returns the provider that a token names, before the token is verified. Every issuer except Cognito is
 * treated as the loyalty provider.
 */
export const detectProvider = (token: string): Identity['provider'] =>
  parseIssuer(token).startsWith('https://cognito-idp.') ? 'user-pool' : 'loyalty'

/** Verifies the tokens of both kinds of provider. The loyalty provider's only token serves both uses. */
export const createIdentityTokens = (
  env: Pick<Env, 'pools' | 'userPoolEndpoint' | 'loyaltyUrl'>,
  send: Fetch = fetch,
): IdentityTokens => {
  const verifyUserPoolToken = createUserPoolTokenVerifier(env, send)
  const verifyLoyaltyToken = createLoyaltyTokenVerifier({ url: env.loyaltyUrl, fetch: send, now: Date.now })
  return {
    verify: (use, token) =>
      detectProvider(token) === 'user-pool' ? verifyUserPoolToken(use, token) : verifyLoyaltyToken(token),
    hasSecondFactor: createUserPoolFactors(env, send),
  }
}
