import type { LoyaltyProfile } from '../../../src/contract/loyalty/loyalty-schemas.ts'
import { loyaltyService } from '../../../src/contract/loyalty/loyalty.ts'
import { assertOwnProfile, type LoyaltyDeps, type LoyaltyUser } from '../loyalty-caller.ts'
import { createLoyaltyError } from '../loyalty-error.ts'
import { assertKnownAnswers, mergeResponses } from '../survey-responses.ts'
import { createSuccessResponse } from './responses.ts'

/** Creates the endpoints that read and change the profile of the calling coach. */
export const createProfileCalls = ({ createEndpoint, accounts }: LoyaltyDeps) => {
  const { calls } = loyaltyService

  /**
   * Changes the profile that a body names. Throws if the profile does not belong to the caller. Stores
   * nothing if `update` throws.
   */
  const changeOwnProfile = async (
    user: LoyaltyUser,
    profileId: string,
    update: (current: LoyaltyProfile) => Partial<LoyaltyProfile>,
  ) => {
    assertOwnProfile(user, profileId)
    await accounts.changeProfile(profileId, update)
    return createSuccessResponse(user.account)
  }

  return {
    userDetails: createEndpoint(calls.userDetails, (_body, user) => {
      assertOwnProfile(user)
      return { Type: 'SUCCESS' as const, ...user.account.profile }
    }),

    updateProfile: createEndpoint(
      calls.updateProfile,
      ({ ProfileID, FirstName, LastName, CustomAttributes }, user) =>
        changeOwnProfile(user, ProfileID, (current) => ({
          FirstName,
          LastName,
          CustomAttributes: { ...current.CustomAttributes, ...CustomAttributes },
        })),
    ),

    updateAccountVerify: createEndpoint(
      calls.updateAccountVerify,
      ({ ProfileID, Username, AccountVerify, AccountVerifyDate }, user) =>
        changeOwnProfile(user, ProfileID, (current) => {
          if (Username.toLowerCase() !== current.Username) throw createLoyaltyError('otherProfile')
          return { UserAccount: { ...current.UserAccount, AccountVerify, AccountVerifyDate } }
        }),
    ),

    addPromotions: createEndpoint(calls.addPromotions, ({ ProfileID, PromotionResponses }, user) =>
      changeOwnProfile(user, ProfileID, (current) => {
        const responses = [...current.PromotionResponses, ...PromotionResponses]
        const responsesById = new Map(responses.map((response) => [response.CampaignControlID, response]))
        return { PromotionResponses: [...responsesById.values()] }
      }),
    ),

    addSurveyResponses: createEndpoint(
      calls.addSurveyResponses,
      ({ ProfileID, SurveyProfileResponses }, user) =>
        changeOwnProfile(user, ProfileID, (current) => {
          assertKnownAnswers(SurveyProfileResponses)
          return {
            SurveyProfileResponses: mergeResponses(current.SurveyProfileResponses, SurveyProfileResponses),
          }
        }),
    ),
  }
}
