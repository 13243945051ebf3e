import { randomUUID } from 'node:crypto'
import type { PoolDefinition } from '../shared/settings.ts'
import type { TokenIssuer } from '../shared/token-issuer.ts'
import type { Session, User } from './pool-state.ts'

/** Token lifetimes in seconds. The defaults are Cognito's. */
export type TokenLifetimes = { accessSeconds: number; idSeconds: number; refreshSeconds: number }
export const defaultTokenLifetimes: TokenLifetimes = {
  accessSeconds: 3600,
  idSeconds: 3600,
  refreshSeconds: 30 * 24 * 3600,
}

export const toIssuer = ({ region, userPoolId }: PoolDefinition) =>
  `https://cognito-idp.${region}.amazonaws.com/${userPoolId}`

/** The scope of the calls of a signed-in user, such as UpdateUserAttributes. */
export const userScope = 'aws.cognito.signin.user.admin'

type Options = { definition: PoolDefinition; issuer: TokenIssuer; lifetimes: TokenLifetimes }

/**
 * Creates a function that issues the identity token and the access token of a session with Cognito's claims.
 */
export const createPoolTokens = ({ definition, issuer, lifetimes }: Options) => {
  const createSharedClaims = (user: User, session: Session) => ({
    sub: user.sub,
    ...(user.groups.length > 0 ? { 'cognito:groups': user.groups } : {}),
    origin_jti: session.id,
    event_id: session.eventId,
    auth_time: session.authTime,
    jti: randomUUID(),
  })

  const signIdToken = (user: User, session: Session) =>
    issuer.sign(
      {
        ...user.attributes,
        ...createSharedClaims(user, session),
        email: user.email,
        email_verified: user.emailVerified,
        'cognito:username': user.sub,
        aud: definition.clientId,
        token_use: 'id',
      },
      lifetimes.idSeconds,
    )

  const signAccessToken = (user: User, session: Session) =>
    issuer.sign(
      {
        ...createSharedClaims(user, session),
        client_id: definition.clientId,
        token_use: 'access',
        scope: session.scope ?? userScope,
        username: user.sub,
      },
      lifetimes.accessSeconds,
    )

  return async (user: User, session: Session) => {
    const [accessToken, idToken] = await Promise.all([
      signAccessToken(user, session),
      signIdToken(user, session),
    ])
    return {
      AccessToken: accessToken,
      IdToken: idToken,
      ExpiresIn: lifetimes.accessSeconds,
      TokenType: 'Bearer',
    }
  }
}
