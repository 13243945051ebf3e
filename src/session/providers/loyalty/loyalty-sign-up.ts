import { loyalty, listPromotions, type SourceId, type SourceLanguage } from '../../../config/loyalty.ts'
import { formatAccountVerifyDate } from '../../../contract/loyalty/account-verify-date.ts'
import { toSurveyResponses } from '../../../contract/loyalty/survey-responses.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { AuthProvider, NewAccount, ProviderResult } from '../provider.ts'
import type { ForwardedCalls } from './forwarded-calls.ts'
import { toLoyaltyFault } from './loyalty-fault.ts'
import type { LoyaltyClient, LoyaltyTokens } from './loyalty-session.ts'

type LoyaltySignUpDeps = {
  client: LoyaltyClient
  forwardedCalls: ForwardedCalls
  sourceId: SourceId
  language: SourceLanguage
  now: () => number
}

/**
 * Signs up: creates the profile, adds promotions and survey answers, then verifies the account. An
 * interrupted sign-up leaves an unverified account. Signing up again with its password repeats the steps, all
 * of which can be repeated.
 */
export const createLoyaltySignUp = ({
  client,
  forwardedCalls,
  sourceId,
  language,
  now,
}: LoyaltySignUpDeps): AuthProvider['signUp'] => {
  const createProfile = ({ email, password, firstName, lastName }: NewAccount) => {
    const body = {
      ClientID: loyalty.clientId,
      DataSourceID: sourceId,
      Username: email,
      FirstName: firstName,
      LastName: lastName,
      Emails: [{ EmailAddress: email, ChannelCode: 'EMAIL', PreferredFlag: 'Y', Status: 'A' } as const],
      Address: { Country: 'US' } as const,
      UserAccount: { Username: email, ProfilePassword: password, AccountVerify: 'N' } as const,
      CustomAttributes: { FIRST_NAME: firstName, LAST_NAME: lastName },
    }
    return forwardedCalls.signUp(body)
  }

  /** Signs in to the account of an interrupted sign-up; undefined if there is none with this password. */
  const resume = async ({ email, password }: NewAccount): Promise<LoyaltyTokens | undefined> => {
    const login = await forwardedCalls.login(email, password)
    return login.ok && login.value.VerifiedStatusFlag === 'N' ? login.value : undefined
  }

  /** Resolves to the tokens of a new account, or of one whose sign-up was interrupted. */
  const createOrResume = async (account: NewAccount): ProviderResult<LoyaltyTokens> => {
    const creation = await createProfile(account)
    if (creation.ok || creation.error.kind !== 'user-exists') return creation
    const tokens = await resume(account)
    return tokens ? ok(tokens) : creation
  }

  /** Runs the steps after the profile, in the specification's order. Stops at the first refusal. */
  const complete = async (
    { email, emailConsent = false, partnerConsent = false, survey }: NewAccount,
    tokens: LoyaltyTokens,
  ): Promise<Result<unknown, ServiceFailure>> => {
    const credentials = { accessToken: tokens.AccessToken }
    const profileId = tokens.ProfileID
    const today = new Date(now())

    const recordDate = today.toISOString()
    const promotions = listPromotions({ language, firstConsent: emailConsent, secondConsent: partnerConsent })
    const promotionsBody = {
      ProfileID: profileId,
      PromotionResponses: promotions.map((controlId) => ({
        RecordDate: recordDate,
        CampaignControlID: controlId,
        DataSourceID: sourceId,
      })),
    }
    const promotionsResult = await client.call('addPromotions', promotionsBody, credentials)
    if (!promotionsResult.ok) return promotionsResult

    const surveyBody = {
      ProfileID: profileId,
      DataSourceID: sourceId,
      SurveyProfileResponses: toSurveyResponses({ language, ...survey }),
    }
    const surveyResult = await client.call('addSurveyResponses', surveyBody, credentials)
    if (!surveyResult.ok) return surveyResult

    const verificationBody = {
      ClientID: loyalty.clientId,
      ProfileID: profileId,
      DataSourceID: sourceId,
      AccountVerifyDate: formatAccountVerifyDate(today),
      AccountVerify: 'Y' as const,
      Username: email,
    }
    return client.call('updateAccountVerify', verificationBody, credentials)
  }

  return async (account) => {
    const tokens = await createOrResume(account)
    if (!tokens.ok) return tokens
    const completion = await complete(account, tokens.value)
    if (!completion.ok) return fail(toLoyaltyFault(completion.error))
    return ok({ userID: tokens.value.ProfileID, verified: true })
  }
}
