import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'
import { userOfClient } from './user-of-client.ts'

const schema = v.object({ ClientId: input.clientId, Username: input.username })

/** ForgotPassword mails a reset code, to a verified address only. */
export const forgotPassword = (pools: UserPools) =>
  operation(schema, async ({ ClientId, Username }) => {
    const { pool, user } = userOfClient(pools, ClientId, Username)
    if (!user.emailVerified) {
      throw new AwsError(
        'InvalidParameterException',
        'Cannot reset password for the user as there is no registered/verified email or phone_number',
      )
    }
    pool.limits.resetRequests.count(user.sub)
    return { CodeDeliveryDetails: await pool.sendCode(user, 'reset') }
  })
