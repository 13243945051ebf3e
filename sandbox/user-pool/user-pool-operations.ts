import type { Operation } from '../aws-json/operation.ts'
import { changePassword } from './operations/change-password.ts'
import { confirmForgotPassword } from './operations/confirm-forgot-password.ts'
import { confirmSignUp } from './operations/confirm-sign-up.ts'
import { deleteUser } from './operations/delete-user.ts'
import { forgotPassword } from './operations/forgot-password.ts'
import { getTokensFromRefreshToken } from './operations/get-tokens-from-refresh-token.ts'
import { getUser } from './operations/get-user.ts'
import { globalSignOut } from './operations/global-sign-out.ts'
import { initiateAuth } from './operations/initiate-auth.ts'
import { resendConfirmationCode } from './operations/resend-confirmation-code.ts'
import { respondToAuthChallenge } from './operations/respond-to-auth-challenge.ts'
import { revokeToken } from './operations/revoke-token.ts'
import { signUp } from './operations/sign-up.ts'
import { updateUserAttributes } from './operations/update-user-attributes.ts'
import type { UserPools } from './user-pools.ts'

/** Every call of `AWSCognitoIdentityProviderService` that the sandbox answers. */
export const userPoolOperations = (pools: UserPools): ReadonlyMap<string, Operation> =>
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
