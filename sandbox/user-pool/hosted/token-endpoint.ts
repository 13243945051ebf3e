import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { issueTokensByRefreshToken } from '../operations/tokens.ts'
import type { HostedClient } from './hosted-clients.ts'
import { OAuthError } from './oauth-error.ts'

const bodySchema = v.variant('grant_type', [
  v.object({
    grant_type: v.literal('authorization_code'),
    code: v.string(),
    redirect_uri: v.string(),
    code_verifier: v.optional(v.string()),
  }),
  v.object({ grant_type: v.literal('refresh_token'), refresh_token: v.string() }),
])

type Tokens = { AccessToken: string; IdToken: string; ExpiresIn: number; TokenType: string }

const toResponse = ({ AccessToken, IdToken, ExpiresIn, TokenType }: Tokens, scope = 'openid') => ({
  ...(scope.split(' ').includes('openid') && { id_token: IdToken }),
  access_token: AccessToken,
  expires_in: ExpiresIn,
  token_type: TokenType,
})

const refresh = async ({ pool }: HostedClient, refreshToken: string) => {
  try {
    return toResponse(await issueTokensByRefreshToken(pool, refreshToken, undefined))
  } catch (error) {
    throw error instanceof AwsError ? new OAuthError('invalid_grant') : error
  }
}

const parseBody = (body: object) => {
  const parsed = v.safeParse(bodySchema, body)
  if (parsed.success) return parsed.output
  const hasGrantType = 'grant_type' in body
  const isKnown = v.is(v.object({ grant_type: v.picklist(['authorization_code', 'refresh_token']) }), body)
  throw new OAuthError(hasGrantType && !isKnown ? 'unsupported_grant_type' : 'invalid_request')
}

/**
 * `POST /oauth2/token`: exchanges an authorization code, or a refresh token, for tokens. Throws an `OAuthError`
 * such as `invalid_grant`.
 */
export const exchangeForTokens = async (client: HostedClient | undefined, body: object): Promise<object> => {
  if (!client) throw new OAuthError('invalid_client')
  const request = parseBody(body)
  if (request.grant_type === 'refresh_token') return refresh(client, request.refresh_token)
  const { code, redirect_uri: redirectUri, code_verifier: codeVerifier } = request
  const { sub, authTime, scope } = client.codes.redeem({ code, redirectUri, codeVerifier })
  const { pool } = client
  const user = pool.users.findBySub(sub)
  if (!user || user.disabled) throw new OAuthError('invalid_grant')
  const { session, refreshToken } = await pool.sessions.open(sub, { authTime, scope })
  return { ...toResponse(await pool.issueTokens(user, session), scope), refresh_token: refreshToken }
}
