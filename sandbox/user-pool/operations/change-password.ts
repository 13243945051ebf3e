import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import { assertPasswordPolicy } from '../password-policy.ts'
import type { UserPools } from '../user-pools.ts'
import { isPassword, sealPassword } from '../user-store.ts'
import * as input from './input.ts'

const schema = v.object({
  AccessToken: input.token,
  PreviousPassword: input.password,
  ProposedPassword: input.password,
})

/** ChangePassword. Other sign-ins go on until someone ends them; that is Cognito's way too. */
export const changePassword = (pools: UserPools) =>
  operation(schema, async ({ AccessToken, PreviousPassword, ProposedPassword }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    pool.limits.passwordChanges.count(user.sub)
    if (!isPassword(pool.name, user, PreviousPassword)) {
      throw new AwsError('NotAuthorizedException', 'Incorrect username or password.')
    }
    assertPasswordPolicy(ProposedPassword)
    const sealed = sealPassword(pool.name, user.sub, ProposedPassword)
    await pool.users.change(user.sub, (current) => ({ ...current, ...sealed }))
    pool.limits.passwordChanges.forgive(user.sub)
    return {}
  })
