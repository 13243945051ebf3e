import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'
import { userOfClient } from './user-of-client.ts'

const schema = v.object({ ClientId: input.clientId, Username: input.username })

/** ResendConfirmationCode: only the newest code counts. */
export const resendConfirmationCode = (pools: UserPools) =>
  operation(schema, async ({ ClientId, Username }) => {
    const { pool, user } = userOfClient(pools, ClientId, Username)
    if (user.status === 'CONFIRMED') {
      throw new AwsError('InvalidParameterException', 'User is already confirmed.')
    }
    pool.limits.codeRequests.count(user.sub)
    return { CodeDeliveryDetails: await pool.sendCode(user, 'confirmation') }
  })
