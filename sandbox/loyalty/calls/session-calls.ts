import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { checkPassword } from '../check-password.ts'
import { assertOwn } from '../loyalty-caller.ts'
import type { LoyaltyDeps } from '../loyalty-deps.ts'
import { refuse } from '../refuse.ts'
import { done, signInAnswer } from './sign-in-answer.ts'

/** Signing in and out, and the tokens in between. */
export const sessionCalls = ({ on, accounts, sessions }: LoyaltyDeps) => ({
  login: on(loyaltyService.calls.login, async ({ Username, Password }) => {
    const account = await checkPassword(accounts, accounts.known(Username), Password)
    return signInAnswer(account, await sessions.open(account.profile.ProfileID))
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
      return signInAnswer(account, tokens)
    },
  ),

  logout: on(loyaltyService.calls.logout, async ({ ProfileID }, user) => {
    assertOwn(user, ProfileID)
    await sessions.end(user.session.id)
    return done(user.account)
  }),
})
