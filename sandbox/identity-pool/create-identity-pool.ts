import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as v from 'valibot'
import { AwsError } from '../aws-json/aws-error.ts'
import { openJsonFile } from '../shared/json-file.ts'
import { createSigningKey } from '../shared/signing-key.ts'
import type { CredentialIssuer } from '../shared/temporary-credentials.ts'
import { createTokenIssuer } from '../shared/token-issuer.ts'
import type { DeveloperKey } from './developer-signature.ts'
import { loginName, type Login, type TrustedIssuer } from './verify-login.ts'

/** The issuer of the tokens for developer identities. It is the same at every AWS identity pool. */
export const identityIssuer = 'cognito-identity.amazonaws.com'

export type IdentityPoolOptions = {
  directory: string
  id: string
  region: string
  developerProvider: string
  developerKey: DeveloperKey
  /** the user pools whose identity tokens the pool accepts, by issuer without `https://` */
  trusted: readonly TrustedIssuer[]
  credentials: CredentialIssuer
  credentialSeconds: number
  now: () => number
}

const state = v.object({ identities: v.record(v.string(), v.string()) })

/** Maps each login to an identity. A login keeps its identity permanently, on every device. */
export const createIdentityPool = async (options: IdentityPoolOptions) => {
  const { directory, id, region, now } = options
  const file = await openJsonFile(join(directory, 'identities.json'), state, () => ({ identities: {} }))
  const key = createSigningKey(join(directory, 'key.json'))

  const identityOf = async (login: Login): Promise<string> => {
    const name = loginName(login)
    const known = file.content.identities[name]
    if (known) return known
    const identityId = `${region}:${randomUUID()}`
    await file.change(({ identities }) => ({ identities: { ...identities, [name]: identityId } }))
    return identityId
  }

  return {
    ...options,
    identityOf,
    knows: (identityId: string) => Object.values(file.content.identities).includes(identityId),
    openIdTokens: createTokenIssuer({ issuer: `https://${identityIssuer}`, key, now }),
    assertThisPool(identityPoolId: string) {
      if (identityPoolId === id) return
      throw new AwsError('ResourceNotFoundException', `IdentityPool '${identityPoolId}' not found.`)
    },
  }
}

export type IdentityPool = Awaited<ReturnType<typeof createIdentityPool>>
