import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { assertOwn, type LoyaltyDeps } from '../loyalty-caller.ts'
import { refuse } from '../refuse.ts'
import { assertKnownAnswers, withNewAnswers } from '../survey-responses.ts'
import { done } from './responses.ts'

/** What the provider knows about a person, read and changed by that person. */
export const profileCalls = ({ on, accounts }: LoyaltyDeps) => {
  const { calls } = loyaltyService
  return {
    userDetails: on(calls.userDetails, (_nothing, user) => {
      assertOwn(user)
      return { Type: 'SUCCESS' as const, ...user.account.profile }
    }),

    updateProfile: on(
      calls.updateProfile,
      async ({ ProfileID, FirstName, LastName, CustomAttributes }, user) => {
        assertOwn(user, ProfileID)
        await accounts.changeProfile(ProfileID, (current) => ({
          FirstName,
          LastName,
          CustomAttributes: { ...current.CustomAttributes, ...CustomAttributes },
        }))
        return done(user.account)
      },
    ),

    updateAccountVerify: on(
      calls.updateAccountVerify,
      async ({ ProfileID, Username, AccountVerify, AccountVerifyDate }, user) => {
        assertOwn(user, ProfileID)
        if (Username.toLowerCase() !== user.account.profile.Username) throw refuse('otherProfile')
        await accounts.changeProfile(ProfileID, ({ UserAccount }) => ({
          UserAccount: { ...UserAccount, AccountVerify, AccountVerifyDate },
        }))
        return done(user.account)
      },
    ),

    addPromotions: on(calls.addPromotions, async ({ ProfileID, PromotionResponses }, user) => {
      assertOwn(user, ProfileID)
      await accounts.changeProfile(ProfileID, (current) => {
        const all = [...current.PromotionResponses, ...PromotionResponses]
        const byId = new Map(all.map((response) => [response.CampaignControlID, response]))
        return { PromotionResponses: [...byId.values()] }
      })
      return done(user.account)
    }),

    addSurveyResponses: on(calls.addSurveyResponses, async ({ ProfileID, SurveyProfileResponses }, user) => {
      assertOwn(user, ProfileID)
      assertKnownAnswers(SurveyProfileResponses)
      await accounts.changeProfile(ProfileID, (current) => ({
        SurveyProfileResponses: withNewAnswers(current.SurveyProfileResponses, SurveyProfileResponses),
      }))
      return done(user.account)
    }),
  }
}
