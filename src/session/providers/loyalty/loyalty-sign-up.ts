import { loyalty, promotionsOf, type SourceId, type SourceLanguage } from '../../../config/loyalty.ts'
import { accountVerifyDateOf } from '../../../contract/loyalty/account-verify-date.ts'
import { surveyResponsesOf } from '../../../contract/loyalty/survey-responses.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { loyaltyFault } from './loyalty-fault.ts'
import type { LoyaltyClient, Tokens } from './loyalty-session.ts'
import type { LoyaltyVendor } from './loyalty-vendor.ts'
import type { NewAccount, AuthProvider } from '../provider.ts'

type Deps = {
  client: LoyaltyClient
  vendor: LoyaltyVendor
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
  vendor,
  sourceId,
  language,
  now,
}: Deps): AuthProvider['signUp'] => {
  const create = ({ email, password, firstName, lastName }: NewAccount) => {
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
    return vendor.signUp(body)
  }

  /** The steps between profile and sign-in, in the specification's order. The first refusal stops them. */
  const complete = async (
    { email, emailConsent = false, partnerConsent = false, survey }: NewAccount,
    { ProfileID, AccessToken }: Tokens,
  ): Promise<Result<unknown, ServiceFailure>> => {
    const user = { accessToken: AccessToken }
    const today = new Date(now())
    const RecordDate = today.toISOString()
    const given = { language, firstConsent: emailConsent, secondConsent: partnerConsent }
    const PromotionResponses = promotionsOf(given).map((CampaignControlID) => ({
      RecordDate,
      CampaignControlID,
      DataSourceID: sourceId,
    }))
    const promoted = await client.call('addPromotions', { ProfileID, PromotionResponses }, user)
    if (!promoted.ok) return promoted
    const SurveyProfileResponses = surveyResponsesOf({ language, ...survey })
    const responses = { ProfileID, DataSourceID: sourceId, SurveyProfileResponses }
    const answered = await client.call('addSurveyResponses', responses, user)
    if (!answered.ok) return answered
    const verification = {
      ClientID: loyalty.clientId,
      ProfileID,
      DataSourceID: sourceId,
      AccountVerifyDate: accountVerifyDateOf(today),
      AccountVerify: 'Y' as const,
      Username: email,
    }
    return client.call('updateAccountVerify', verification, user)
  }

  /** Opens the account of an interrupted sign-up, if this password fits. */
  const resume = async ({ email, password }: NewAccount): Promise<Tokens | undefined> => {
    const body = { DataSourceID: sourceId, Username: email, Password: password }
    const opened = await vendor.login(body)
    return opened.ok && opened.value.VerifiedStatusFlag === 'N' ? opened.value : undefined
  }

  return async (account) => {
    const created = await create(account)
    const fault = created.ok ? undefined : created.error
    if (fault && fault.kind !== 'user-exists') return fail(fault)
    const tokens = created.ok ? created.value : await resume(account)
    if (!tokens) return fail(fault ?? { kind: 'user-exists', name: 'loyalty resume' })
    const completed = await complete(account, tokens)
    if (!completed.ok) return fail(loyaltyFault(completed.error))
    return ok({ userID: tokens.ProfileID, verified: true })
  }
}
