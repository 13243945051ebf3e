import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { checkPassword } from '../check-password.ts'
import { assertOwn, type LoyaltyDeps } from '../loyalty-caller.ts'
import { makeAccount } from '../make-account.ts'
import { isStrongPassword } from '../password.ts'
import { refuse } from '../refuse.ts'
import { assertKnownAnswers } from '../survey-responses.ts'
import { done, signedIn } from './responses.ts'

/** Creates an unverified account, with tokens for the rest of the sign-up. */
const signUpCall = ({ on, accounts, sessions }: LoyaltyDeps) =>
  on(loyaltyService.calls.signUp, async (body) => {
    const { ClientID: _ours, DataSourceID: _source, UserAccount, ...profile } = body
    const { ProfilePassword, Username, AccountVerify } = UserAccount
    if (Username.toLowerCase() !== profile.Username.toLowerCase()) throw refuse('bodyRefused')
    if (accounts.byUsername(Username)) throw refuse('emailExists')
    if (!isStrongPassword(ProfilePassword)) throw refuse('passwordWeak')
    assertKnownAnswers(profile.SurveyProfileResponses)
    const account = await makeAccount(
      { ...profile, UserAccount: { Username, AccountVerify } },
      ProfilePassword,
    )
    await accounts.add(account)
    return signedIn(account, await sessions.open(account.profile.ProfileID))
  })

/** Sign-up, sign-in, sign-out and refresh of tokens. */
export const sessionCalls = (deps: LoyaltyDeps) => {
  const { on, accounts, sessions } = deps
  return {
    signUp: signUpCall(deps),

    login: on(loyaltyService.calls.login, async ({ Username, Password }) => {
      const account = await checkPassword(accounts, accounts.known(Username), Password)
      return signedIn(account, await sessions.open(account.profile.ProfileID))
    }),

    refreshToken: on(
      loyaltyService.calls.refreshToken,
      async ({ Username, ProfileID, RefreshToken }, { account, session }) => {
        const { profile } = account
        if (ProfileID !== profile.ProfileID || Username.toLowerCase() !== profile.Username) {
          throw refuse('otherProfile')
        }
        const tokens = await sessions.renew(session.id, RefreshToken)
        if (!tokens) throw refuse('refreshTokenRefused')
        return signedIn(account, tokens)
      },
    ),

    logout: on(loyaltyService.calls.logout, async ({ ProfileID }, user) => {
      assertOwn(user, ProfileID)
      await sessions.end(user.session.id)
      return done(user.account)
    }),
  }
}
