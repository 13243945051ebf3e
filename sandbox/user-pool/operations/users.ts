import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { attributeListSchema, listAttributes, readAttributes, readEmail } from '../attributes.ts'
import { authenticate } from '../authenticate.ts'
import { assertCode } from '../code-sender.ts'
import { assertPasswordPolicy } from '../password-policy.ts'
import type { User } from '../pool-state.ts'
import type { UserPools } from '../user-pools.ts'
import { createVerifier } from '../user-store.ts'
import * as memberSchemas from './member-schemas.ts'

const signUpInputSchema = v.object({
  ClientId: memberSchemas.clientId,
  Username: memberSchemas.username,
  Password: memberSchemas.password,
  UserAttributes: v.optional(attributeListSchema, []),
})

/**
 * SignUp: as in Cognito, rejects the address of an unconfirmed account too. That account can have a new code.
 */
export const signUp = (pools: UserPools) =>
  defineOperation(signUpInputSchema, async ({ ClientId, Username, Password, UserAttributes }) => {
    const pool = pools.getByClientId(ClientId)
    const email = readEmail(Username, UserAttributes)
    assertPasswordPolicy(Password)
    // Without `email`, which `readEmail` has read and `readAttributes` rejects.
    const attributes = readAttributes(UserAttributes.filter(({ Name }) => Name !== 'email'))
    if (pool.users.findByName(email)) {
      throw new AwsError('UsernameExistsException', 'An account with the given email already exists.')
    }
    const sub = randomUUID()
    const user: User = {
      sub,
      email,
      status: 'UNCONFIRMED',
      emailVerified: false,
      attributes,
      groups: [],
      ...createVerifier(pool.name, sub, Password),
      createdAt: pool.now(),
      updatedAt: pool.now(),
    }
    await pool.users.add(user)
    const codeDelivery = await pool.sendCode(user, 'confirmation')
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: codeDelivery }
  })

const confirmInputSchema = v.object({
  ClientId: memberSchemas.clientId,
  Username: memberSchemas.username,
  ConfirmationCode: memberSchemas.code,
})

/** ConfirmSignUp: a code works once. */
export const confirmSignUp = (pools: UserPools) =>
  defineOperation(confirmInputSchema, async ({ ClientId, Username, ConfirmationCode }) => {
    const { pool, user } = pools.requireUserOfClient(ClientId, Username)
    if (user.status !== 'UNCONFIRMED') {
      throw new AwsError(
        'NotAuthorizedException',
        `User cannot be confirmed. Current status is ${user.status}`,
      )
    }
    pool.limits.confirmations.count(user.sub)
    assertCode(user.confirmation, ConfirmationCode, pool.now())
    await pool.users.change(user.sub, ({ confirmation: _used, ...rest }) => ({
      ...rest,
      status: 'CONFIRMED',
      emailVerified: true,
    }))
    pool.limits.confirmations.reset(user.sub)
    return {}
  })

const resendInputSchema = v.object({ ClientId: memberSchemas.clientId, Username: memberSchemas.username })

/** ResendConfirmationCode: only the newest code is valid. */
export const resendConfirmationCode = (pools: UserPools) =>
  defineOperation(resendInputSchema, async ({ ClientId, Username }) => {
    const { pool, user } = pools.requireUserOfClient(ClientId, Username)
    if (user.status !== 'UNCONFIRMED') {
      throw new AwsError('InvalidParameterException', 'User is already confirmed.')
    }
    pool.limits.codeRequests.count(user.sub)
    return { CodeDeliveryDetails: await pool.sendCode(user, 'confirmation') }
  })

/** GetUser: the attributes, and the second factors that the user has enabled, if any. */
export const getUser = (pools: UserPools) =>
  defineOperation(v.object({ AccessToken: memberSchemas.token }), async ({ AccessToken }) => {
    const { user } = await authenticate(pools, AccessToken)
    const { enabled = [], preferred } = user.factors ?? {}
    return {
      Username: user.sub,
      UserAttributes: listAttributes(user),
      ...(enabled.length > 0 && { UserMFASettingList: enabled }),
      ...(preferred && { PreferredMfaSetting: preferred }),
    }
  })

const updateInputSchema = v.object({ AccessToken: memberSchemas.token, UserAttributes: attributeListSchema })

/** UpdateUserAttributes: rejects `email`, because the email address is the user name. */
export const updateUserAttributes = (pools: UserPools) =>
  defineOperation(updateInputSchema, async ({ AccessToken, UserAttributes }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    if (UserAttributes.some(({ Name }) => Name === 'email')) {
      throw new AwsError('InvalidParameterException', 'user.email: Attribute cannot be updated.')
    }
    const changes = readAttributes(UserAttributes)
    await pool.users.change(user.sub, (current) => ({
      ...current,
      attributes: { ...current.attributes, ...changes },
    }))
    return { CodeDeliveryDetailsList: [] }
  })

/** DeleteUser: also deletes every session of the user. */
export const deleteUser = (pools: UserPools) =>
  defineOperation(v.object({ AccessToken: memberSchemas.token }), async ({ AccessToken }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    await pool.users.remove(user.sub)
    return {}
  })
