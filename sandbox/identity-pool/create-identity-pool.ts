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
  developerProvider: string
  developerKey: DeveloperKey
  /** The user pools whose identity tokens the pool accepts. */
  trustedIssuers: readonly TrustedIssuer[]
  credentials: CredentialIssuer
  credentialSeconds: number
  now: () => number
}

const identitiesSchema = v.object({ identities: v.record(v.string(), v.string()) })

/** Maps each login to an identity, permanently and on every device. */
export const createIdentityPool = async (options: IdentityPoolOptions) => {
  const { directory, id, region, developerProvider, developerKey, trustedIssuers } = options
  const { credentials, credentialSeconds, now } = options
  const file = await openJsonFile(join(directory, 'identities.json'), identitiesSchema, () => ({
    identities: {},
  }))
  const key = createSigningKey(join(directory, 'key.json'))

  const findOrCreateIdentity = async (login: Login): Promise<string> => {
    const loginKey = toLoginKey(login)
    const existingId = file.content.identities[loginKey]
    if (existingId) return existingId
    // No await since the lookup, so that simultaneous calls for one login cannot create two identities.
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
    credentials,
    credentialSeconds,
    now,
    findOrCreateIdentity,
    hasIdentity: (identityId: string) => Object.values(file.content.identities).includes(identityId),
    /** Issues the tokens for developer identities. */
    openIdIssuer: createTokenIssuer({ issuer: `https://${identityIssuer}`, key, now }),
    /** Throws if a request is for another pool. */
    assertPoolId(identityPoolId: string) {
      if (identityPoolId === id) return
      throw new AwsError('ResourceNotFoundException', `IdentityPool '${identityPoolId}' not found.`)
    },
  }
}

export type IdentityPool = Awaited<ReturnType<typeof createIdentityPool>>
