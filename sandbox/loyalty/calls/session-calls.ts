import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { assertOwnProfile, type LoyaltyDeps } from '../loyalty-caller.ts'
import { createLoyaltyError } from '../loyalty-error.ts'
import { createAccount } from '../create-account.ts'
import { isStrongPassword } from '../password.ts'
import { assertKnownAnswers } from '../survey-responses.ts'
import { verifyPassword } from '../verify-password.ts'
import { createSuccessResponse, createTokensResponse } from './responses.ts'

/** Creates the sign-up endpoint. It adds an unverified account and returns tokens for the next steps. */
const createSignUpCall = ({ createEndpoint, accounts, sessions }: LoyaltyDeps) =>
  createEndpoint(loyaltyService.calls.signUp, async (body) => {
    const { ClientID: _clientId, DataSourceID: _dataSourceId, UserAccount, ...profile } = body
    const { ProfilePassword, Username, AccountVerify } = UserAccount
    if (Username.toLowerCase() !== profile.Username.toLowerCase()) throw createLoyaltyError('invalidBody')
    if (accounts.findByUsername(Username)) throw createLoyaltyError('emailExists')
    if (!isStrongPassword(ProfilePassword)) throw createLoyaltyError('passwordWeak')
    assertKnownAnswers(profile.SurveyProfileResponses)
    const account = await createAccount(
      { ...profile, UserAccount: { Username, AccountVerify } },
      ProfilePassword,
    )
    await accounts.add(account)
    return createTokensResponse(account, await sessions.open(account.profile.ProfileID))
  })

/** Creates the endpoints that sign coaches up, in and out, and refresh their tokens. */
export const createSessionCalls = (deps: LoyaltyDeps) => {
  const { createEndpoint, accounts, sessions } = deps
  return {
    signUp: createSignUpCall(deps),

    login: createEndpoint(loyaltyService.calls.login, async ({ Username, Password }) => {
      const account = await verifyPassword(accounts, accounts.requireByUsername(Username), Password)
      return createTokensResponse(account, await sessions.open(account.profile.ProfileID))
    }),

    refreshToken: createEndpoint(
      loyaltyService.calls.refreshToken,
      async ({ Username, ProfileID, RefreshToken }, { account, session }) => {
        const { profile } = account
        if (ProfileID !== profile.ProfileID || Username.toLowerCase() !== profile.Username) {
          throw createLoyaltyError('otherProfile')
        }
        const tokens = await sessions.renew(session.id, RefreshToken)
        if (!tokens) throw createLoyaltyError('invalidRefreshToken')
        return createTokensResponse(account, tokens)
      },
    ),

    logout: createEndpoint(loyaltyService.calls.logout, async ({ ProfileID }, user) => {
      assertOwnProfile(user, ProfileID)
      await sessions.end(user.session.id)
      return createSuccessResponse(user.account)
    }),
  }
}
