import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation, type Operation } from '../../aws-json/operation.ts'
import { attributeListSchema, listAttributes, readAttributes, readEmail } from '../attributes.ts'
import { assertPasswordPolicy } from '../password-policy.ts'
import type { User } from '../pool-state.ts'
import { computeTemporaryExpiry, createTemporaryPassword } from '../temporary-password.ts'
import type { UserPools } from '../user-pools.ts'
import { createVerifier } from '../user-store.ts'
import * as memberSchemas from './member-schemas.ts'
import { assertCanReset } from './passwords.ts'

/**
 * Restricts an operation to operators, who call it with the AWS CLI (`aws cognito-idp admin-create-user
 * --endpoint-url http://localhost:8081 …`): with a Signature Version 4 of any credentials. The sandbox listens
 * only on this machine and its operators have no keys of their own, so it does not check the signature. It
 * still requires one, so that a client cannot make such a call by mistake: throws
 * MissingAuthenticationTokenException without a signature. Throws AccessDeniedException for a call from a web
 * page, because any page in a browser on this machine can reach the sandbox.
 */
export const forOperators =
  (operation: Operation): Operation =>
  async (input, request) => {
    const { authorization = '', origin } = request.headers
    if (!/^AWS4-HMAC-SHA256 .*\bCredential=\S+/.test(authorization)) {
      throw new AwsError('MissingAuthenticationTokenException', 'Missing Authentication Token')
    }
    if (origin !== undefined) {
      throw new AwsError('AccessDeniedException', 'A web page cannot call the operations of an operator.')
    }
    return operation(input, request)
  }

/** A user in the response of an operator's call. Times are in s since the epoch. */
const toUserType = (user: User) => ({
  Username: user.sub,
  Attributes: listAttributes(user),
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: user.updatedAt / 1000,
  Enabled: !user.disabled,
  UserStatus: user.status,
})

const createInputSchema = v.object({
  UserPoolId: memberSchemas.userPoolId,
  Username: memberSchemas.username,
  TemporaryPassword: v.optional(memberSchemas.password),
  UserAttributes: v.optional(attributeListSchema, []),
  MessageAction: v.optional(v.picklist(['RESEND', 'SUPPRESS'])),
})

/** Throws unless the temporary password of a user can be sent again. */
const assertCanResend = (user: User | undefined) => {
  if (!user) throw new AwsError('UserNotFoundException', 'User does not exist.')
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new AwsError(
      'UnsupportedUserStateException',
      'Resend not possible. User status is not FORCE_CHANGE_PASSWORD',
    )
  }
}

/**
 * AdminCreateUser: creates a user whose temporary password is valid for seven days, and mails it. With
 * `MessageAction` SUPPRESS mails nothing. With RESEND gives an existing user, who has not signed in yet, a
 * new temporary password and changes nothing else. As in Cognito, the email address is verified only with the
 * attribute `email_verified`. Throws UsernameExistsException, InvalidPasswordException,
 * InvalidParameterException for an attribute, and for RESEND UserNotFoundException or
 * UnsupportedUserStateException.
 */
export const adminCreateUser = (pools: UserPools) =>
  defineOperation(createInputSchema, async ({ UserPoolId, Username, UserAttributes, ...request }) => {
    const pool = pools.requireById(UserPoolId)
    const email = readEmail(Username, UserAttributes)
    const existing = pool.users.findByName(email)
    const isRepeated = request.MessageAction === 'RESEND'
    if (isRepeated) assertCanResend(existing)
    else if (existing) throw new AwsError('UsernameExistsException', 'User account already exists')
    const password = request.TemporaryPassword ?? createTemporaryPassword()
    assertPasswordPolicy(password)

    const isOperatorAttribute = (name: string) => name === 'email' || name === 'email_verified'
    const attributes = readAttributes(UserAttributes.filter(({ Name }) => !isOperatorAttribute(Name)))
    const verified = UserAttributes.find(({ Name }) => Name === 'email_verified')?.Value
    const sub = existing?.sub ?? randomUUID()
    const user: User = {
      emailVerified: verified === 'true',
      attributes,
      groups: [],
      createdAt: pool.now(),
      ...existing,
      sub,
      email,
      status: 'FORCE_CHANGE_PASSWORD',
      ...createVerifier(pool.name, sub, password),
      temporaryPasswordExpiresAt: computeTemporaryExpiry(pool.now()),
      updatedAt: pool.now(),
    }
    await pool.users.add(user)
    if (request.MessageAction !== 'SUPPRESS') {
      await pool.deliverCode({ to: email, purpose: 'invitation', code: password })
    }
    return { User: toUserType(user) }
  })

/**
 * AdminResetUserPassword: the password stops working, and the user is mailed a code for ConfirmForgotPassword.
 * Throws NotAuthorizedException for a user whose password is temporary, and InvalidParameterException without
 * a verified email address.
 */
export const adminResetUserPassword = (pools: UserPools) =>
  defineOperation(memberSchemas.operatedUserInput, async (request) => {
    const { pool, user } = pools.requireOperatedUser(request)
    assertCanReset(user)
    await pool.users.change(user.sub, (current) => ({ ...current, status: 'RESET_REQUIRED' }))
    await pool.sendCode(user, 'reset')
    return {}
  })

const groupInputSchema = v.object({
  ...memberSchemas.operatedUserInput.entries,
  GroupName: v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)),
})

/**
 * AdminAddUserToGroup: the user's next tokens name the group. Every pool of the sandbox has the group `admin`.
 * Throws ResourceNotFoundException for another group.
 */
export const adminAddUserToGroup = (pools: UserPools) =>
  defineOperation(groupInputSchema, async ({ GroupName: group, ...request }) => {
    const { pool, user } = pools.requireOperatedUser(request)
    if (group !== 'admin') throw new AwsError('ResourceNotFoundException', 'Group not found.')
    await pool.users.change(user.sub, (current) => ({
      ...current,
      groups: [...current.groups.filter((name) => name !== group), group],
    }))
    return {}
  })

/** AdminDisableUser: the user cannot sign in, and every session ends. */
export const adminDisableUser = (pools: UserPools) =>
  defineOperation(memberSchemas.operatedUserInput, async (request) => {
    const { pool, user } = pools.requireOperatedUser(request)
    await pool.users.change(user.sub, (current) => ({ ...current, disabled: true }))
    await pool.sessions.revokeAll(user.sub)
    return {}
  })

/** AdminEnableUser: the user can sign in again. Ended sessions stay ended. */
export const adminEnableUser = (pools: UserPools) =>
  defineOperation(memberSchemas.operatedUserInput, async (request) => {
    const { pool, user } = pools.requireOperatedUser(request)
    await pool.users.change(user.sub, ({ disabled: _ended, ...rest }) => rest)
    return {}
  })
