import {
  AUTH_KEY_PREFIX,
  createKeysForAuthStorage,
  generateCodeVerifier,
  generateState,
} from 'aws-amplify/adapter-core'
import { decodeJWT } from 'aws-amplify/adapter-core/internals'
import * as v from 'valibot'
import { hostedScopes } from '../../../config/hosted-sign-in.ts'
import { requestJson, type Fetch } from '../../../lib/http/request-json.ts'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'
import { fail } from '../../../lib/result.ts'
import type { AuthProvider, ProviderFailureKind, HostedSignInMethods, ProviderFailure } from '../provider.ts'
import type { TokenStorage } from './token-storage.ts'
import { toResult } from './user-pool-failure.ts'

type HostedDeps = {
  /** The origin of the page, without a trailing slash. */
  hostedOrigin: string
  webClientId: string
  fetch: Fetch
  storage: TokenStorage
  session: AuthProvider['session']
  /** Makes a refresh token invalid. Never fails. */
  revoke: (refreshToken: string) => Promise<unknown>
  signOutLocally: () => Promise<void>
}

/** How long the exchange of a code may take (specification §9: hosted sign-in wait). */
const exchangeTimeoutMs = 10_000

/** The longest verifier that PKCE allows. Amplify's own client uses it too. */
const verifierLength = 128

const tokensSchema = v.object({
  access_token: v.string(),
  id_token: v.string(),
  refresh_token: v.string(),
})
type Tokens = v.InferOutput<typeof tokensSchema>

const errorSchema = v.object({ error: v.string() })

/** The errors of the token endpoint that are not a failure of the service, by their names in OAuth 2.0. */
const kindByError: Record<string, ProviderFailureKind> = {
  // The code is unknown, used or expired, or belongs to another sign-in.
  invalid_grant: 'challenge-over',
  invalid_client: 'not-set-up',
  unauthorized_client: 'not-set-up',
}

const toFailure = (status: number, json: unknown): ProviderFailure => {
  const name = parseOrUndefined(errorSchema, json)?.error ?? ''
  const kind = Object.hasOwn(kindByError, name) ? kindByError[name] : undefined
  return kind ? { kind, name } : { kind: 'service', name: `status ${status}` }
}

/**
 * The hosted page of a user pool. Amplify's own client of it is not used: it knows only the one pool of
 * `Amplify.configure`, leaves the code in the address until the tokens have arrived, and has no time limit.
 * This module stores the tokens under Amplify's keys, so that everything else treats the session like any
 * other.
 */
export const createUserPoolHosted = (deps: HostedDeps): HostedSignInMethods => {
  const { hostedOrigin, webClientId, fetch, storage, session, revoke, signOutLocally } = deps
  const lastUserKey = `${AUTH_KEY_PREFIX}.${webClientId}.LastAuthUser`

  const storeTokens = async ({ access_token, id_token, refresh_token }: Tokens): Promise<void> => {
    const { username, iat = 0 } = decodeJWT(access_token).payload
    const name = v.parse(v.string(), username)
    const keys = createKeysForAuthStorage(AUTH_KEY_PREFIX, `${webClientId}.${name}`)
    await storage.setItem(lastUserKey, name)
    await storage.setItem(keys.accessToken, access_token)
    await storage.setItem(keys.idToken, id_token)
    await storage.setItem(keys.refreshToken, refresh_token)
    // In ms: how far the pool's clock is ahead of the device's. `iat` is in s since the epoch.
    await storage.setItem(keys.clockDrift, String(iat * 1000 - Date.now()))
  }

  return {
    createAttempt: (callback) => {
      const state = generateState()
      const verifier = generateCodeVerifier(verifierLength)
      const query = new URLSearchParams({
        client_id: webClientId,
        redirect_uri: callback,
        response_type: 'code',
        scope: hostedScopes.join(' '),
        state,
        code_challenge: verifier.toCodeChallenge(),
        code_challenge_method: verifier.method,
        // Coaches share phones. Without this, the page would sign the next coach in as the previous one.
        prompt: 'login',
      })
      return { url: `${hostedOrigin}/oauth2/authorize?${query.toString()}`, state, verifier: verifier.value }
    },

    exchange: async ({ code, verifier, callback }) => {
      const received = await requestJson(fetch, `${hostedOrigin}/oauth2/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          client_id: webClientId,
          code,
          redirect_uri: callback,
          code_verifier: verifier,
        }).toString(),
        credentials: 'omit',
        signal: AbortSignal.timeout(exchangeTimeoutMs),
      })
      if (!received.ok) return fail({ kind: received.error, name: 'HostedSignIn' })
      const { response, json } = received.value
      const tokens = parseOrUndefined(tokensSchema, json)
      if (!response.ok || !tokens) return fail(toFailure(response.status, json))
      await signOutLocally()
      const stored = await toResult(() => storeTokens(tokens))
      const result = stored.ok ? await session() : stored
      if (result.ok) return result
      // Tokens that the app cannot use must not stay on the device. `signOutLocally` does not know a refresh
      // token that was not stored, so it is revoked here.
      await signOutLocally()
      if (!stored.ok) await revoke(tokens.refresh_token)
      return result
    },

    getLogoutUrl: (logout) => {
      const query = new URLSearchParams({ client_id: webClientId, logout_uri: logout })
      return `${hostedOrigin}/logout?${query.toString()}`
    },
  }
}
