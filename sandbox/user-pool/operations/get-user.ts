import * as v from 'valibot'
import { operation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import { listAttributes } from '../user-attributes.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'

/** GetUser */
export const getUser = (pools: UserPools) =>
  operation(v.object({ AccessToken: input.token }), async ({ AccessToken }) => {
    const { user } = await authenticate(pools, AccessToken)
    return { Username: user.sub, UserAttributes: listAttributes(user) }
  })
