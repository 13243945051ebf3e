import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import { assertCode } from '../code.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'
import { userOfClient } from './user-of-client.ts'

const schema = v.object({ ClientId: input.clientId, Username: input.username, ConfirmationCode: input.code })

/** ConfirmSignUp */
export const confirmSignUp = (pools: UserPools) =>
  operation(schema, async ({ ClientId, Username, ConfirmationCode }) => {
    const { pool, user } = userOfClient(pools, ClientId, Username)
    if (user.status === 'CONFIRMED') {
      throw new AwsError('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED')
    }
    pool.limits.confirmations.count(user.sub)
    assertCode(user.confirmation, ConfirmationCode, pool.now())
    await pool.users.change(user.sub, ({ confirmation: _used, ...rest }) => ({
      ...rest,
      status: 'CONFIRMED',
      emailVerified: true,
    }))
    pool.limits.confirmations.forgive(user.sub)
    return {}
  })
