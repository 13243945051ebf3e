import type { LoyaltyProfile } from '../../../src/contract/loyalty/loyalty-shapes.ts'
import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { assertOwn, type LoyaltyDeps, type LoyaltyUser } from '../loyalty-caller.ts'
import { refuse } from '../refuse.ts'
import { assertKnownAnswers, mergeResponses } from '../survey-responses.ts'
import { done } from './responses.ts'

/** The calls by which a person reads and changes their own profile. */
export const profileCalls = ({ on, accounts }: LoyaltyDeps) => {
  const { calls } = loyaltyService

  /** Changes the profile that a body names, the caller's own. Stores nothing if `update` throws. */
  const changeOwn = async (
    user: LoyaltyUser,
    profileId: string,
    update: (current: LoyaltyProfile) => Partial<LoyaltyProfile>,
  ) => {
    assertOwn(user, profileId)
    await accounts.changeProfile(profileId, update)
    return done(user.account)
  }

  return {
    userDetails: on(calls.userDetails, (_nothing, user) => {
      assertOwn(user)
      return { Type: 'SUCCESS' as const, ...user.account.profile }
    }),

    updateProfile: on(calls.updateProfile, ({ ProfileID, FirstName, LastName, CustomAttributes }, user) =>
      changeOwn(user, ProfileID, (current) => ({
        FirstName,
        LastName,
        CustomAttributes: { ...current.CustomAttributes, ...CustomAttributes },
      })),
    ),

    updateAccountVerify: on(
      calls.updateAccountVerify,
      ({ ProfileID, Username, AccountVerify, AccountVerifyDate }, user) =>
        changeOwn(user, ProfileID, (current) => {
          if (Username.toLowerCase() !== current.Username) throw refuse('otherProfile')
          return { UserAccount: { ...current.UserAccount, AccountVerify, AccountVerifyDate } }
        }),
    ),

    addPromotions: on(calls.addPromotions, ({ ProfileID, PromotionResponses }, user) =>
      changeOwn(user, ProfileID, (current) => {
        const all = [...current.PromotionResponses, ...PromotionResponses]
        const byId = new Map(all.map((response) => [response.CampaignControlID, response]))
        return { PromotionResponses: [...byId.values()] }
      }),
    ),

    addSurveyResponses: on(calls.addSurveyResponses, ({ ProfileID, SurveyProfileResponses }, user) =>
      changeOwn(user, ProfileID, (current) => {
        assertKnownAnswers(SurveyProfileResponses)
        return {
          SurveyProfileResponses: mergeResponses(current.SurveyProfileResponses, SurveyProfileResponses),
        }
      }),
    ),
  }
}
