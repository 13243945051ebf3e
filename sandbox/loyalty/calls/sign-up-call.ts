import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import type { LoyaltyDeps } from '../loyalty-deps.ts'
import { makeAccount } from '../make-account.ts'
import { isStrongPassword } from '../password.ts'
import { refuse } from '../refuse.ts'
import { assertKnownAnswers } from '../survey-responses.ts'
import { signInAnswer } from './sign-in-answer.ts'

/** Makes an account that is not verified yet, with tokens for what belongs to the sign-up still. */
export const signUpCall = ({ on, accounts, sessions }: LoyaltyDeps) =>
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
    return signInAnswer(account, await sessions.open(account.profile.ProfileID))
  })
