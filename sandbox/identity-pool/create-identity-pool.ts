import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { createSigningKey } from '../shared/signing-key.ts'
import type { CredentialIssuer } from '../shared/temporary-credentials.ts'
import { createTokenIssuer } from '../shared/token-issuer.ts'
import type { DeveloperKey } from './developer-signature.ts'
import { type Login, toLoginKey, type TrustedIssuer } from './verify-login.ts'

/** The issuer of the tokens for developer identities. AWS uses the same for every identity pool. */
export const identityIssuer = 'cognito-identity.amazonaws.com'

export type IdentityPoolOptions = {
  directory: string
  id: string
  region: string
  /** The name under which the product API vouches for users, with the key `developerKey`. */
  developerProvider: string
  developerKey: DeveloperKey
  /** The user pools whose identity tokens the pool accepts. */
  trustedIssuers: readonly TrustedIssuer[]
  /** Issues storage credentials. */
  credentialIssuer: CredentialIssuer
  credentialSeconds: number
  now: () => number
}

const identitiesSchema = v.object({ identities: v.record(v.string(), v.string()) })

/** Creates the identity pool. It gives each login the same identity on every device, and after a restart. */
export const createIdentityPool = async (options: IdentityPoolOptions) => {
  const { directory, id, region, developerProvider, developerKey, trustedIssuers } = options
  const { credentialIssuer, credentialSeconds, now } = options
  const file = await openJsonFile(join(directory, 'identities.json'), identitiesSchema, () => ({
    identities: {},
  }))
  const getKey = createSigningKey(join(directory, 'key.json'))

  const findOrCreateIdentity = async (login: Login): Promise<string> => {
    const loginKey = toLoginKey(login)
    const existingId = file.content.identities[loginKey]
    if (existingId) return existingId
    // `change` updates `content` synchronously, and there is no `await` between the lookup and this call.
    // Simultaneous calls for one login therefore cannot create two identities.
    const identityId = `${region}:${randomUUID()}`
    await file.change(({ identities }) => ({ identities: { ...identities, [loginKey]: identityId } }))
    return identityId
  }

  return {
    id,
    region,
    developerProvider,
    developerKey,
    trustedIssuers,
    credentialIssuer,
    credentialSeconds,
    now,
    findOrCreateIdentity,
    hasIdentity: (identityId: string) => Object.values(file.content.identities).includes(identityId),
    /** Issues the tokens for developer identities. */
    openIdIssuer: createTokenIssuer({ issuer: `https://${identityIssuer}`, getKey, now }),
    /** Throws if a request is for another pool. */
    assertPoolId(identityPoolId: string) {
      if (identityPoolId === id) return
      throw new AwsError('ResourceNotFoundException', `IdentityPool '${identityPoolId}' not found.`)
    },
  }
}

export type IdentityPool = Awaited<ReturnType<typeof createIdentityPool>>
