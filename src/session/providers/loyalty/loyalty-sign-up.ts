import { listPromotions, loyalty, type SourceId, type SourceLanguage } from '../../../config/loyalty.ts'
import { formatAccountVerifyDate } from '../../../contract/loyalty/account-verify-date.ts'
import { toSurveyResponses } from '../../../contract/loyalty/survey-responses.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import type { AuthProvider, NewAccount, ProviderResult } from '../provider.ts'
import type { ForwardedCalls } from './forwarded-calls.ts'
import { toLoyaltyFailure } from './loyalty-failure.ts'
import type { LoyaltyClient, LoyaltyTokens } from './loyalty-session.ts'

type LoyaltySignUpDeps = {
  client: LoyaltyClient
  forwardedCalls: ForwardedCalls
  sourceId: SourceId
  language: SourceLanguage
  now: () => number
}

/**
 * Returns the function that signs up: it creates the profile, adds promotions and survey answers, then
 * verifies the account. An interrupted sign-up leaves an unverified account. Signing up again with the same
 * password repeats the steps after the creation.
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

  /**
   * Signs in to the account of an interrupted sign-up. Resolves to undefined if there is none with this
   * password.
   */
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

  const addPromotions = (
    { emailConsent = false, partnerConsent = false }: NewAccount,
    { AccessToken: accessToken, ProfileID }: LoyaltyTokens,
    today: Date,
  ) => {
    const promotions = listPromotions({ language, firstConsent: emailConsent, secondConsent: partnerConsent })
    const body = {
      ProfileID,
      PromotionResponses: promotions.map((controlId) => ({
        RecordDate: today.toISOString(),
        CampaignControlID: controlId,
        DataSourceID: sourceId,
      })),
    }
    return client.call('addPromotions', body, { accessToken })
  }

  const addSurveyResponses = (
    { survey }: NewAccount,
    { AccessToken: accessToken, ProfileID }: LoyaltyTokens,
  ) => {
    const responses = toSurveyResponses({ language, ...survey })
    const body = { ProfileID, DataSourceID: sourceId, SurveyProfileResponses: responses }
    return client.call('addSurveyResponses', body, { accessToken })
  }

  const verifyAccount = (
    { email }: NewAccount,
    { AccessToken: accessToken, ProfileID }: LoyaltyTokens,
    today: Date,
  ) => {
    const body = {
      ClientID: loyalty.clientId,
      ProfileID,
      DataSourceID: sourceId,
      AccountVerifyDate: formatAccountVerifyDate(today),
      AccountVerify: 'Y' as const,
      Username: email,
    }
    return client.call('updateAccountVerify', body, { accessToken })
  }

  /**
   * Runs the steps after the creation of the profile, in the specification's order, up to the first failure.
   */
  const complete = async (
    account: NewAccount,
    tokens: LoyaltyTokens,
  ): Promise<Result<unknown, ServiceFailure>> => {
    const today = new Date(now())
    const promotions = await addPromotions(account, tokens, today)
    if (!promotions.ok) return promotions
    const survey = await addSurveyResponses(account, tokens)
    if (!survey.ok) return survey
    return verifyAccount(account, tokens, today)
  }

  return async (account) => {
    const tokens = await createOrResume(account)
    if (!tokens.ok) return tokens
    const completion = await complete(account, tokens.value)
    if (!completion.ok) return fail(toLoyaltyFailure(completion.error))
    return ok({ userID: tokens.value.ProfileID, verified: true })
  }
}
