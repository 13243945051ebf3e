import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import type { Fetch } from '../../../lib/http/request-json.ts'
import { callAws } from '../call-aws.ts'

type Operation = 'GlobalSignOut' | 'RevokeToken'

/** Calls a user pool directly if Amplify would remove this device's tokens too early or too late. */
export const createCallPool = ({ env, pool, fetch }: { env: Env; pool: PoolName; fetch: Fetch }) => {
  const { userPoolId } = env.pools[pool]
  const [region] = userPoolId.split('_')
  const address = env.userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com`
  return (operation: Operation, body: object) =>
    callAws(fetch, { address, target: `AWSCognitoIdentityProviderService.${operation}`, body })
}

export type CallPool = ReturnType<typeof createCallPool>
