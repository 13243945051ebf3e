import * as v from 'valibot'
import { hostedScopes } from '../../../src/config/hosted-sign-in.ts'
import { OAuthError } from './oauth-error.ts'
import type { FindHostedClient } from './hosted-clients.ts'

const scopeSchema = v.pipe(
  v.string(),
  v.check((scope) => scope.split(' ').every((name) => hostedScopes.some((known) => known === name))),
)

/** What the app requests at `/oauth2/authorize`, after the checks of `findRedirectTarget`. */
const requestSchema = v.object({
  response_type: v.string(),
  state: v.optional(v.string()),
  scope: v.optional(v.string(), hostedScopes.join(' ')),
  code_challenge: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/))),
  code_challenge_method: v.optional(v.literal('S256')),
  prompt: v.optional(v.picklist(['none', 'login', 'select_account', 'consent'])),
  login_hint: v.optional(v.string(), ''),
})
export type AuthorizationRequest = v.InferOutput<typeof requestSchema>

type Query = Readonly<Record<string, string>>

/**
 * Returns the client and the redirect URI of a request. Undefined if one of them is not registered. Then the
 * page must not redirect, because the URI may belong to an attacker.
 */
export const findRedirectTarget = (findClient: FindHostedClient, query: Query) => {
  const client = findClient(query['client_id'])
  const redirectUri = query['redirect_uri'] ?? ''
  return client?.callbackUrls.has(redirectUri) ? { client, redirectUri } : undefined
}

/** Parses a request. Throws an `OAuthError`, which the page sends to the redirect URI. */
export const parseAuthorizationRequest = (query: Query): AuthorizationRequest => {
  const parsed = v.safeParse(requestSchema, query)
  if (!parsed.success) {
    const path = v.getDotPath(parsed.issues[0]) ?? 'request'
    throw new OAuthError('invalid_request', `${path} is invalid`)
  }
  const request = parsed.output
  if (request.response_type !== 'code') {
    throw new OAuthError('unauthorized_client', 'The client may only use the grant with a code')
  }
  if (!v.is(scopeSchema, request.scope)) throw new OAuthError('invalid_scope')
  const isChallengeComplete =
    (request.code_challenge === undefined) === (request.code_challenge_method === undefined)
  if (!isChallengeComplete) {
    throw new OAuthError('invalid_request', 'code_challenge and code_challenge_method belong together')
  }
  return request
}

/** Returns the redirect URI with the parameters of a response. */
export const createRedirectUrl = (
  redirectUri: string,
  state: string | undefined,
  response: { code: string } | OAuthError,
): string => {
  const url = new URL(redirectUri)
  if (response instanceof OAuthError) {
    url.searchParams.set('error', response.error)
    if (response.message !== '') url.searchParams.set('error_description', response.message)
  } else {
    url.searchParams.set('code', response.code)
  }
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}
