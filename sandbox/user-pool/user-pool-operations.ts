import type { Operation } from '../aws-json/operation.ts'
import { respondToAuthChallenge } from './operations/challenges.ts'
import {
  adminForgetDevice,
  confirmDevice,
  forgetDevice,
  getDevice,
  listDevices,
  updateDeviceStatus,
} from './operations/devices.ts'
import {
  adminSetUserMfaPreference,
  getUserPoolMfaConfig,
  setUserMfaPreference,
  setUserPoolMfaConfig,
} from './operations/mfa.ts'
import {
  adminAddUserToGroup,
  adminCreateUser,
  adminDisableUser,
  adminEnableUser,
  adminResetUserPassword,
  forOperators,
} from './operations/operator.ts'
import { changePassword, confirmForgotPassword, forgotPassword } from './operations/passwords.ts'
import {
  completeWebAuthnRegistration,
  deleteWebAuthnCredential,
  listWebAuthnCredentials,
  startWebAuthnRegistration,
} from './operations/passkeys.ts'
import { updateUserPool } from './operations/pool-policies.ts'
import { initiateAuth } from './operations/sign-in.ts'
import { associateSoftwareToken, verifySoftwareToken } from './operations/software-token.ts'
import { getTokensFromRefreshToken, globalSignOut, revokeToken } from './operations/tokens.ts'
import {
  confirmSignUp,
  resendConfirmationCode,
  signUp,
  deleteUser,
  getUser,
  updateUserAttributes,
} from './operations/users.ts'
import type { UserPools } from './user-pools.ts'

/** Every call of `AWSCognitoIdentityProviderService` that the sandbox implements. */
export const createUserPoolOperations = (pools: UserPools): ReadonlyMap<string, Operation> =>
  new Map([
    ['SignUp', signUp(pools)],
    ['ConfirmSignUp', confirmSignUp(pools)],
    ['ResendConfirmationCode', resendConfirmationCode(pools)],
    ['InitiateAuth', initiateAuth(pools)],
    ['RespondToAuthChallenge', respondToAuthChallenge(pools)],
    ['GetTokensFromRefreshToken', getTokensFromRefreshToken(pools)],
    ['RevokeToken', revokeToken(pools)],
    ['GlobalSignOut', globalSignOut(pools)],
    ['GetUser', getUser(pools)],
    ['UpdateUserAttributes', updateUserAttributes(pools)],
    ['DeleteUser', deleteUser(pools)],
    ['ChangePassword', changePassword(pools)],
    ['ForgotPassword', forgotPassword(pools)],
    ['ConfirmForgotPassword', confirmForgotPassword(pools)],
    ['AssociateSoftwareToken', associateSoftwareToken(pools)],
    ['VerifySoftwareToken', verifySoftwareToken(pools)],
    ['SetUserMFAPreference', setUserMfaPreference(pools)],
    ['ConfirmDevice', confirmDevice(pools)],
    ['UpdateDeviceStatus', updateDeviceStatus(pools)],
    ['ListDevices', listDevices(pools)],
    ['GetDevice', getDevice(pools)],
    ['ForgetDevice', forgetDevice(pools)],
    ['StartWebAuthnRegistration', startWebAuthnRegistration(pools)],
    ['CompleteWebAuthnRegistration', completeWebAuthnRegistration(pools)],
    ['ListWebAuthnCredentials', listWebAuthnCredentials(pools)],
    ['DeleteWebAuthnCredential', deleteWebAuthnCredential(pools)],
    ['AdminCreateUser', forOperators(adminCreateUser(pools))],
    ['AdminResetUserPassword', forOperators(adminResetUserPassword(pools))],
    ['AdminAddUserToGroup', forOperators(adminAddUserToGroup(pools))],
    ['AdminDisableUser', forOperators(adminDisableUser(pools))],
    ['AdminEnableUser', forOperators(adminEnableUser(pools))],
    ['AdminSetUserMFAPreference', forOperators(adminSetUserMfaPreference(pools))],
    ['AdminForgetDevice', forOperators(adminForgetDevice(pools))],
    ['UpdateUserPool', forOperators(updateUserPool(pools))],
    ['SetUserPoolMfaConfig', forOperators(setUserPoolMfaConfig(pools))],
    ['GetUserPoolMfaConfig', forOperators(getUserPoolMfaConfig(pools))],
  ])
