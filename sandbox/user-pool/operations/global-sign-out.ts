import * as v from 'valibot'
import { operation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'

/** GlobalSignOut ends every sign-in of the user. */
export const globalSignOut = (pools: UserPools) =>
  operation(v.object({ AccessToken: input.token }), async ({ AccessToken }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    await pool.sessions.revokeAllOf(user.sub)
    return {}
  })
