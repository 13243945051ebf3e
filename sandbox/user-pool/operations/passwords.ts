import * as v from 'valibot'
import { AwsError } from '../../aws-json/aws-error.ts'
import { defineOperation } from '../../aws-json/operation.ts'
import { authenticate } from '../authenticate.ts'
import { assertCode } from '../code-sender.ts'
import { assertPasswordPolicy } from '../password-policy.ts'
import type { User } from '../pool-state.ts'
import type { UserPools } from '../user-pools.ts'
import { createVerifier, matchesPassword } from '../user-store.ts'
import * as memberSchemas from './member-schemas.ts'

const changeInputSchema = v.object({
  AccessToken: memberSchemas.token,
  PreviousPassword: memberSchemas.password,
  ProposedPassword: memberSchemas.password,
})

/** ChangePassword: as in Cognito, does not end other sessions. */
export const changePassword = (pools: UserPools) =>
  defineOperation(changeInputSchema, async ({ AccessToken, PreviousPassword, ProposedPassword }) => {
    const { pool, user } = await authenticate(pools, AccessToken)
    pool.limits.passwordChanges.count(user.sub)
    if (!matchesPassword(pool.name, user, PreviousPassword)) {
      throw new AwsError('NotAuthorizedException', 'Incorrect username or password.')
    }
    assertPasswordPolicy(ProposedPassword)
    const passwordFields = createVerifier(pool.name, user.sub, ProposedPassword)
    await pool.users.change(user.sub, (current) => ({ ...current, ...passwordFields }))
    pool.limits.passwordChanges.reset(user.sub)
    return {}
  })

/** Throws if the password of a user cannot be reset with a code by email. */
export const assertCanReset = (user: User) => {
  if (user.disabled) throw new AwsError('NotAuthorizedException', 'User is disabled.')
  if (user.status === 'FORCE_CHANGE_PASSWORD') {
    throw new AwsError('NotAuthorizedException', 'User password cannot be reset in the current state.')
  }
  if (!user.emailVerified) {
    throw new AwsError(
      'InvalidParameterException',
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    )
  }
}

const forgotInputSchema = v.object({ ClientId: memberSchemas.clientId, Username: memberSchemas.username })

/**
 * ForgotPassword: mails a reset code, only to a verified email address. Throws NotAuthorizedException for a
 * disabled user, and for one whose password is temporary.
 */
export const forgotPassword = (pools: UserPools) =>
  defineOperation(forgotInputSchema, async ({ ClientId, Username }) => {
    const { pool, user } = pools.requireUserOfClient(ClientId, Username)
    assertCanReset(user)
    pool.limits.resetRequests.count(user.sub)
    return { CodeDeliveryDetails: await pool.sendCode(user, 'reset') }
  })

const confirmForgotInputSchema = v.object({
  ClientId: memberSchemas.clientId,
  Username: memberSchemas.username,
  ConfirmationCode: memberSchemas.code,
  Password: memberSchemas.password,
})

/**
 * ConfirmForgotPassword: a code works once. A password that breaks the policy does not use it up. Ends the
 * state RESET_REQUIRED.
 */
export const confirmForgotPassword = (pools: UserPools) =>
  defineOperation(confirmForgotInputSchema, async ({ ClientId, Username, ConfirmationCode, Password }) => {
    const { pool, user } = pools.requireUserOfClient(ClientId, Username)
    assertPasswordPolicy(Password)
    pool.limits.resets.count(user.sub)
    assertCode(user.reset, ConfirmationCode, pool.now())
    const passwordFields = createVerifier(pool.name, user.sub, Password)
    await pool.users.change(user.sub, ({ reset: _used, ...rest }) => ({
      ...rest,
      ...passwordFields,
      status: 'CONFIRMED',
    }))
    pool.limits.resets.reset(user.sub)
    // The new password ends a lockout by wrong passwords. One by wrong codes of a second factor stays.
    pool.lockout.recordSuccess(user.sub, 'password')
    return {}
  })
