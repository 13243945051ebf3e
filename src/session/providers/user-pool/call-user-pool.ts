import type { Env } from '../../../config/env.ts'
import type { PoolName } from '../../../config/locales.ts'
import type { Fetch } from '../../../lib/http/request-json.ts'
import type { Result } from '../../../lib/result.ts'
import { callAws, type AwsFailure } from '../call-aws.ts'

type Operation = 'DeleteUser' | 'GlobalSignOut' | 'ListDevices' | 'RevokeToken' | 'UpdateDeviceStatus'

export type CallUserPool = (operation: Operation, body: object) => Promise<Result<unknown, AwsFailure>>

/** Extracts the AWS region of a pool from its id, for example `eu-west-2` from `eu-west-2_Ab12Cd34E`. */
const parseRegion = (userPoolId: string): string => userPoolId.split('_')[0] ?? ''

/**
 * Returns the function that calls the user pool without Amplify. Amplify removes this device's tokens at the
 * wrong time: for a global sign-out even if it fails, and for a sign-out only after the pool has responded.
 */
export const createCallUserPool = ({
  env,
  pool,
  fetch,
}: {
  env: Env
  pool: PoolName
  fetch: Fetch
}): CallUserPool => {
  const url =
    env.userPoolEndpoint ?? `https://cognito-idp.${parseRegion(env.pools[pool].userPoolId)}.amazonaws.com`
  return (operation, body) =>
    callAws(fetch, { url, target: `AWSCognitoIdentityProviderService.${operation}`, body })
}
