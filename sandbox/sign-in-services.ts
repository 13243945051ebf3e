import { join } from 'node:path'
import { createCognitoHandler } from './aws-json/cognito-handler.ts'
import { createIdentityPool } from './identity-pool/create-identity-pool.ts'
import { identityPoolOperations } from './identity-pool/identity-pool-operations.ts'
import { createMailbox } from './mailbox/create-mailbox.ts'
import { identityPool } from './shared/settings.ts'
import type { CredentialIssuer } from './shared/temporary-credentials.ts'
import type { TokenLifetimes } from './user-pool/pool-tokens.ts'
import { userPoolOperations } from './user-pool/user-pool-operations.ts'
import { createUserPools } from './user-pool/user-pools.ts'

type Options = {
  directory: string
  credentials: CredentialIssuer
  tokenLifetimes: TokenLifetimes
  credentialSeconds: number
  now: () => number
}

/** Creates the user pools, the identity pool and the mailbox for their codes. */
export const createSignInServices = async (options: Options) => {
  const { directory, credentials, tokenLifetimes, credentialSeconds, now } = options
  const mailbox = await createMailbox({ directory: join(directory, 'mailbox'), now })
  const pools = await createUserPools({
    directory: join(directory, 'user-pools'),
    deliver: mailbox.deliver,
    lifetimes: tokenLifetimes,
    now,
  })

  const identities = await createIdentityPool({
    ...identityPool,
    directory: join(directory, 'identity-pool'),
    trusted: pools.all.map(({ definition, issuer }) => ({
      provider: issuer.issuer.replace('https://', ''),
      audience: definition.clientId,
      tokens: issuer,
    })),
    credentials,
    credentialSeconds,
    now,
  })

  const userPool = createCognitoHandler({
    operations: {
      AWSCognitoIdentityProviderService: userPoolOperations(pools),
      AWSCognitoIdentityService: identityPoolOperations(identities),
    },
    keySet: (userPoolId) => pools.byId(userPoolId)?.keySet(),
  })
  return { userPool, pools, mailbox }
}
