import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { operation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import { attributeList, listAttributes, readAttributes } from '../user-attributes.ts'
import type { UserPools } from '../user-pools.ts'
import * as input from './input.ts'

export const getUser = (pools: UserPools) =>
  operation(v.object({ AccessToken: input.token }), async ({ AccessToken }) => {
    const { user } = await authenticate(pools, AccessToken)
    return { Username: user.sub, UserAttributes: listAttributes(user) }
  })

const updateInput = v.object({ AccessToken: input.token, UserAttributes: attributeList })

/** UpdateUserAttributes: the email address is the user's name and never changes. */
export const updateUserAttributes = (pools: UserPools) =>
  operation(updateInput, async ({ AccessToken, UserAttributes }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    if (UserAttributes.some(({ Name }) => Name === 'email'))
      throw new AwsError('InvalidParameterException', 'user.email: Attribute cannot be updated.')
    const changes = readAttributes(UserAttributes)
    await pool.users.change(user.sub, (current) => ({
      ...current,
      attributes: { ...current.attributes, ...changes },
    }))
    return { CodeDeliveryDetailsList: [] }
  })

/** DeleteUser: also deletes every session of the user. */
export const deleteUser = (pools: UserPools) =>
  operation(v.object({ AccessToken: input.token }), async ({ AccessToken }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    await pool.users.remove(user.sub)
    return {}
  })
