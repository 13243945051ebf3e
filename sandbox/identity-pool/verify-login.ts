import { AwsError } from '../aws-json/aws-error.ts'
import type { TokenIssuer } from '../shared/token-issuer.ts'

/** A user, as an issuer identifies them. `issuer` is the issuer's name in a `Logins` map. */
export type Login = { issuer: string; subject: string }
/** Returns the key of a login in the stored identities. */
export const toLoginKey = ({ issuer, subject }: Login) => `${issuer}|${subject}`

/**
 * An issuer whose identity tokens the pool accepts, for one audience. `provider` is its name in a `Logins`
 * map: the URL of the issuer without `https://`.
 */
export type TrustedIssuer = { provider: string; audience: string; tokens: TokenIssuer }

const createNotAuthorizedError = (reason: string) => new AwsError('NotAuthorizedException', reason)

/**
 * Verifies that an identity token of a `Logins` map has a trusted issuer, a valid signature and the audience
 * that the pool accepts of this issuer, and that it has not expired. Throws NotAuthorizedException. `now` is
 * in ms since the epoch.
 */
export const verifyLogin = async (
  trustedIssuers: readonly TrustedIssuer[],
  provider: string,
  token: string,
  now: number,
): Promise<Login> => {
  const trustedIssuer = trustedIssuers.find((candidate) => candidate.provider === provider)
  if (!trustedIssuer)
    throw createNotAuthorizedError('Token is not from a supported provider of this identity pool.')
  const verification = await trustedIssuer.tokens.verify(token)
  if (verification.kind === 'invalid')
    throw createNotAuthorizedError('Invalid login token. Token signature invalid.')
  const { claims } = verification
  if (verification.kind === 'expired') {
    throw createNotAuthorizedError(
      `Invalid login token. Token expired: ${claims.exp} >= ${Math.floor(now / 1000)}`,
    )
  }
  if (claims.aud !== trustedIssuer.audience)
    throw createNotAuthorizedError('Invalid login token. Incorrect token audience.')
  // Tokens for developer identities have no `token_use`.
  if (claims['token_use'] !== undefined && claims['token_use'] !== 'id') {
    throw createNotAuthorizedError('Invalid login token. Not an identity token.')
  }
  return { issuer: provider, subject: claims.sub ?? '' }
}

/**
 * Returns the only login of a request. Throws for no login, and for two, because the sandbox links no logins.
 */
export const readSingleLogin = (logins: Record<string, string>): [provider: string, value: string] => {
  const [login, otherLogin] = Object.entries(logins)
  if (!login)
    throw createNotAuthorizedError('Unauthenticated access is not supported for this identity pool.')
  if (otherLogin) throw new AwsError('InvalidParameterException', 'Please provide one login.')
  return login
}
