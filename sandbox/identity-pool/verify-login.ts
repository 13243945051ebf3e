import { AwsError } from '../aws-json/aws-error.ts'
import type { TokenIssuer } from '../shared/token-issuer.ts'

/** A person, as an issuer identifies them. */
export type Login = { issuer: string; subject: string }
export const loginName = ({ issuer, subject }: Login) => `${issuer}|${subject}`

/** An issuer whose identity tokens the pool accepts, for one audience. */
export type TrustedIssuer = { provider: string; audience: string; tokens: TokenIssuer }

const refused = (reason: string) => new AwsError('NotAuthorizedException', reason)

/** Checks an identity token of a `Logins` map: known issuer, valid signature, not expired, our audience. */
export const verifyLogin = async (
  trusted: readonly TrustedIssuer[],
  provider: string,
  token: string,
  now: number,
): Promise<Login> => {
  const issuer = trusted.find((candidate) => candidate.provider === provider)
  if (!issuer) throw refused('Token is not from a supported provider of this identity pool.')
  const verified = await issuer.tokens.verify(token)
  if (verified.kind === 'invalid') throw refused('Invalid login token. Token signature invalid.')
  const { claims } = verified
  if (verified.kind === 'expired') {
    throw refused(`Invalid login token. Token expired: ${claims.exp} >= ${Math.floor(now / 1000)}`)
  }
  if (claims.aud !== issuer.audience) throw refused('Invalid login token. Incorrect token audience.')
  if (claims['token_use'] !== undefined && claims['token_use'] !== 'id') {
    throw refused('Invalid login token. Not an identity token.')
  }
  return { issuer: provider, subject: claims.sub ?? '' }
}

/** The only login of a request. Refuses guests, and does not support linking two logins to one identity. */
export const onlyLogin = (logins: Record<string, string>): [provider: string, value: string] => {
  const [first, second] = Object.entries(logins)
  if (!first) throw refused('Unauthenticated access is not supported for this identity pool.')
  if (second) throw new AwsError('InvalidParameterException', 'Please provide one login.')
  return first
}
