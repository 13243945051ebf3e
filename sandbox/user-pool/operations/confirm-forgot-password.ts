import * as v from 'valibot'
import { operation } from '../../aws-json/operation.ts'
import { assertCode } from '../code.ts'
import { assertPasswordPolicy } from '../password-policy.ts'
import type { UserPools } from '../user-pools.ts'
import { sealPassword } from '../user-store.ts'
import * as input from './input.ts'
import { userOfClient } from './user-of-client.ts'

const schema = v.object({
  ClientId: input.clientId,
  Username: input.username,
  ConfirmationCode: input.code,
  Password: input.password,
})

/** ConfirmForgotPassword: a code works once, and only with a password that the policy accepts. */
export const confirmForgotPassword = (pools: UserPools) =>
  operation(schema, async ({ ClientId, Username, ConfirmationCode, Password }) => {
    const { pool, user } = userOfClient(pools, ClientId, Username)
    assertPasswordPolicy(Password)
    pool.limits.resets.count(user.sub)
    assertCode(user.reset, ConfirmationCode, pool.now())
    const sealed = sealPassword(pool.name, user.sub, Password)
    await pool.users.change(user.sub, ({ reset: _used, ...rest }) => ({ ...rest, ...sealed }))
    pool.limits.resets.forgive(user.sub)
    pool.lockout.success(user.sub)
    return {}
  })
