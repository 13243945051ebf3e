import * as v from 'valibot'
import { addresses } from '../system/addresses.ts'
import { readCode, createCoach, type Coach } from './coach.ts'
import { callAsOperator, callUserPool } from './pool-operator.ts'
import { postJson } from './post-json.ts'

const toPoolAccount = ({ locale, email }: Coach) => ({
  ClientId: `${locale.slice(-2).toLowerCase()}barrierswebclient0000001`,
  Username: email,
})

const registerAtUserPool = async (coach: Coach): Promise<void> => {
  const UserAttributes = [
    { Name: 'given_name', Value: 'Marta' },
    { Name: 'family_name', Value: 'da Silva' },
  ]
  await callUserPool('SignUp', { ...toPoolAccount(coach), Password: coach.password, UserAttributes })
  const ConfirmationCode = await readCode(coach.email)
  await callUserPool('ConfirmSignUp', { ...toPoolAccount(coach), ConfirmationCode })
}

const callLoyalty = (path: string, authorization: string, body: object) =>
  postJson(
    `${addresses.personServices}/loyalty${path}`,
    { 'Content-Type': 'application/json', Authorization: authorization },
    body,
  )

/** The credential of the site as a vendor of the stand-in. */
const vendorAuthorization = `Basic ${Buffer.from('breaking-barriers:sandbox-vendor').toString('base64')}`
const signUpResponse = v.object({ ProfileID: v.string(), AccessToken: v.string() })

const registerAtLoyaltyProvider = async ({ locale, email, password }: Coach): Promise<void> => {
  // The numbers of answers are those of `src/config/survey-profile.ts`.
  const language = locale === 'es-US' ? 402 : 401
  const account = {
    ClientID: '4100273',
    DataSourceID: locale === 'es-US' ? '2000042738' : '2000042737',
    Username: email,
  }
  const name = { FirstName: 'Marta', LastName: 'da Silva' }
  const response = await callLoyalty('/profile/signup', vendorAuthorization, {
    ...account,
    ...name,
    Emails: [{ EmailAddress: email, ChannelCode: 'EMAIL', PreferredFlag: 'Y', Status: 'A' }],
    Address: { Country: 'US' },
    UserAccount: { Username: email, ProfilePassword: password, AccountVerify: 'N' },
    CustomAttributes: { FIRST_NAME: name.FirstName, LAST_NAME: name.LastName },
    // Age 18-24, school teacher, Street Soccer USA, and the language
    SurveyProfileResponses: [102, 202, 306, language].map((answer) => ({
      AnswerID: `${5_100_000 + answer}`,
      SurveyQuestionAnswerID: `${6_100_000 + answer}`,
      SurveyTextResponse: '',
    })),
  })
  const { ProfileID, AccessToken } = v.parse(signUpResponse, response)
  // As dd/mm/yyyy.
  const AccountVerifyDate = new Date().toLocaleDateString('en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const verification = { ...account, ProfileID, AccountVerifyDate, AccountVerify: 'Y' }
  await callLoyalty('/profile/account-verify/update', `User ${AccessToken}`, verification)
}

/**
 * Registers a new coach directly at the provider, as if the coach had signed up on another device. That saves
 * the seconds that the forms take. Other journeys test the forms.
 */
export const registerCoach = async (locale: string): Promise<Coach> => {
  const coach = createCoach(locale)
  await (locale.endsWith('-US') ? registerAtLoyaltyProvider : registerAtUserPool)(coach)
  return coach
}

/** Makes a coach of a user pool an admin, as its operator does. */
export const makeAdmin = (coach: Coach) =>
  callAsOperator('AdminAddUserToGroup', coach, { GroupName: 'admin' })

/** Registers an admin of a user pool, whose sign-in asks for a code that arrives by email. */
export const registerAdmin = async (locale: string): Promise<Coach> => {
  const admin: Coach = { ...(await registerCoach(locale)), isAskedForCode: true }
  await makeAdmin(admin)
  const EmailMfaSettings = { Enabled: true, PreferredMfa: true }
  await callAsOperator('AdminSetUserMFAPreference', admin, { EmailMfaSettings })
  return admin
}
