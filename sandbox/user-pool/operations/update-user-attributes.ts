import * as v from 'valibot'
import { operation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import { attributeList, readAttributes } from '../user-attributes.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'

const schema = v.object({ AccessToken: input.token, UserAttributes: attributeList })

/** UpdateUserAttributes. The e-mail address is the user's name, and the client may not write it. */
export const updateUserAttributes = (pools: UserPools) =>
  operation(schema, async ({ AccessToken, UserAttributes }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    const changes = readAttributes(UserAttributes)
    await pool.users.change(user.sub, (current) => ({
      ...current,
      attributes: { ...current.attributes, ...changes },
    }))
    return { CodeDeliveryDetailsList: [] }
  })
