import type { Operation } from '../aws-json/operation.ts'
import type { IdentityPool } from './create-identity-pool.ts'
import { getCredentialsForIdentity } from './get-credentials-for-identity.ts'
import { getId } from './get-id.ts'
import { getOpenIdTokenForDeveloperIdentity } from './get-open-id-token-for-developer-identity.ts'

/** Every call of `AWSCognitoIdentityService` that the sandbox answers. */
export const identityPoolOperations = (pool: IdentityPool): ReadonlyMap<string, Operation> =>
  new Map([
    ['GetId', getId(pool)],
    ['GetCredentialsForIdentity', getCredentialsForIdentity(pool)],
    ['GetOpenIdTokenForDeveloperIdentity', getOpenIdTokenForDeveloperIdentity(pool)],
  ])
