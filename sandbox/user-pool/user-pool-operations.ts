import type { Operation } from '../aws-json/operation.ts'
import { changePassword, confirmForgotPassword, forgotPassword } from './operations/passwords.ts'
import {
  initiateAuth,
  respondToAuthChallenge,
  getTokensFromRefreshToken,
  globalSignOut,
  revokeToken,
} from './operations/sign-in.ts'
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
  ])
