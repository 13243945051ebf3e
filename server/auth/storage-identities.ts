import { Sha256 } from '@smithy/core/checksum'
import { SignatureV4 } from '@smithy/signature-v4'
import * as v from 'valibot'
import type { Env } from '../../src/config/env.ts'
import { ProviderUnavailableError } from './provider-unavailable.ts'

/*
 * Coaches upload files directly to the object store, with credentials from an *identity pool* of Amazon
 * Cognito. For coaches of a user pool, the pool itself checks their token. It does not know the loyalty
 * provider. The server vouches for the coaches of that provider, as a *developer provider*.
 */

/** `provider`: the name of the developer provider in the identity pool. */
export type DeveloperIdentity = { provider: string; key: { id: string; secret: string } }

/**
 * Vouches for a customer at the identity pool. Throws `ProviderUnavailableError` if the pool cannot be
 * reached, and another error if it rejects the request.
 */
export type StorageIdentities = {
  getOpenIdToken: (customerId: string) => Promise<{ identityId: string; token: string }>
}

type Options = {
  env: Pick<Env, 'identityPoolId' | 'identityPoolEndpoint'>
  /** Undefined if the environment has no AWS key. No token can then be requested. */
  developer: DeveloperIdentity | undefined
  fetch: (url: URL, init: RequestInit) => Promise<Response>
  now: () => Date
}

const timeoutMs = 5000
/** Lifetime of the token in s. The app exchanges it for credentials immediately. */
const tokenSeconds = 300

const tokenResponseSchema = v.object({ IdentityId: v.string(), Token: v.string() })

/** Vouches for customers with the server's own AWS key. A customer always gets the same identity. */
export const createStorageIdentities = ({ env, developer, fetch, now }: Options): StorageIdentities => {
  const { identityPoolId, identityPoolEndpoint } = env
  const region = identityPoolId.split(':')[0] ?? ''
  const url = new URL(identityPoolEndpoint ?? `https://cognito-identity.${region}.amazonaws.com`)

  /** Adds the headers of AWS Signature Version 4 to those of a POST. */
  const signHeaders = async (
    { id, secret }: DeveloperIdentity['key'],
    unsignedHeaders: Record<string, string>,
    body: string,
  ) => {
    const credentials = { accessKeyId: id, secretAccessKey: secret }
    const service = 'cognito-identity'
    const signer = new SignatureV4({ credentials, region, service, sha256: Sha256, applyChecksum: false })
    const { protocol, hostname, pathname: path } = url
    const request = {
      method: 'POST',
      protocol,
      hostname,
      path,
      headers: { ...unsignedHeaders, host: url.host },
      body,
    }
    const signedRequest = await signer.sign(request, { signingDate: now() })
    // `fetch` sets the host itself.
    const { host: _host, ...headers } = signedRequest.headers
    return headers
  }

  const post = async (headers: Record<string, string>, body: string): Promise<Response> => {
    try {
      return await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
    } catch (error) {
      throw new ProviderUnavailableError('identity-pool', 'The identity pool cannot be reached.', {
        cause: error,
      })
    }
  }

  return {
    getOpenIdToken: async (customerId) => {
      if (!developer)
        throw new Error('STORAGE_DEVELOPER_KEY_ID and STORAGE_DEVELOPER_KEY_SECRET are not set.')
      const body = JSON.stringify({
        IdentityPoolId: identityPoolId,
        Logins: { [developer.provider]: customerId },
        TokenDuration: tokenSeconds,
      })
      const headers = {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': 'AWSCognitoIdentityService.GetOpenIdTokenForDeveloperIdentity',
      }
      const response = await post(await signHeaders(developer.key, headers, body), body)
      if (!response.ok) {
        const reason = response.headers.get('x-amzn-ErrorType') ?? `status ${response.status}`
        const message = `The identity pool rejected a developer identity: ${reason}`
        throw response.status >= 500
          ? new ProviderUnavailableError('identity-pool', message)
          : new Error(message)
      }
      const { IdentityId: identityId, Token: token } = v.parse(tokenResponseSchema, await response.json())
      return { identityId, token }
    },
  }
}
