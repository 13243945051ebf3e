import * as v from 'valibot'
import { loyalty } from '../../config/loyalty.ts'
import { callBy, type Service, type ServiceCalls, type ServiceRefusal } from '../service-call.ts'
import { customerId, requiredText, token } from '../shared-schemas.ts'
import * as schemas from './loyalty-schemas.ts'
import { loyaltyRefusal, success, tokensResponse, vendorCalls } from './vendor-calls.ts'

const profileResponse = v.object({ ...success, ProfileID: customerId })
/** `cULID` is the opaque id of a coach's login. The client sends it back to reset the password. */
const loginResponse = v.object({ ...success, cULID: v.pipe(v.string(), v.nonEmpty()) })

const byUser = callBy({ method: 'POST', auth: 'user' })
const byAnyone = callBy({ method: 'POST', auth: 'anyone' })
const readByUser = callBy({ method: 'GET', auth: 'user', body: v.undefined() })

const calls = {
  ...vendorCalls,
  /** Ends the session of the access token. */
  logout: {
    ...byUser('/oauth/logout'),
    body: v.strictObject({ ProfileID: customerId }),
    response: profileResponse,
  },
  /** Replaces both tokens; the access token in the header may have expired. */
  refreshToken: {
    ...byUser('/oauth/refresh'),
    body: v.strictObject({
      DataSourceID: schemas.sourceId,
      Username: schemas.email,
      ProfileID: customerId,
      RefreshToken: token,
    }),
    response: tokensResponse,
  },
  /** The profile of the access token. */
  userDetails: {
    ...readByUser('/profile/details'),
    response: v.object({ ...success, ...schemas.loyaltyProfile.entries }),
  },
  /** Changes the name. */
  updateProfile: {
    ...byUser('/profile/update'),
    body: v.strictObject({
      DataSourceID: schemas.sourceId,
      ProfileID: customerId,
      FirstName: requiredText,
      LastName: requiredText,
      CustomAttributes: v.strictObject(schemas.names),
    }),
    response: profileResponse,
  },
  /** Changes the password and ends the other sessions. */
  updatePassword: {
    ...byUser('/profile/password/update'),
    body: v.strictObject({
      Username: schemas.email,
      CurrentPassword: schemas.password,
      NewPassword: schemas.password,
    }),
    response: profileResponse,
  },
  /** Whether an account exists. If not, the response is an ERROR. */
  userExists: {
    ...byAnyone('/profile/exists'),
    body: v.strictObject({ DataSourceID: schemas.sourceId, Username: schemas.email }),
    response: loginResponse,
  },
  /** Emails a six-digit reset token in the language of the source. */
  forgotPassword: {
    ...byAnyone('/profile/password/forgot'),
    body: v.strictObject({ DataSourceID: schemas.sourceId, Username: schemas.email }),
    response: loginResponse,
  },
  /** Sets a new password by a reset token, unlocks the account and ends its sessions. */
  resetPassword: {
    ...byAnyone('/profile/password/reset'),
    body: v.strictObject({
      Username: schemas.email,
      Password: schemas.password,
      ResetToken: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
      DataSourceID: schemas.sourceId,
      cULID: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
    }),
    response: profileResponse,
  },
  /** Verifies the account. */
  updateAccountVerify: {
    ...byUser('/profile/account-verify/update'),
    body: v.strictObject({
      ClientID: v.literal(loyalty.clientId),
      ProfileID: customerId,
      DataSourceID: schemas.sourceId,
      AccountVerifyDate: schemas.verifyDate,
      AccountVerify: v.literal('Y'),
      Username: schemas.email,
    }),
    response: profileResponse,
  },
  /** Adds promotions, and replaces those that the profile already has. */
  addPromotions: {
    ...byUser('/promotions/add'),
    body: v.strictObject({
      ProfileID: customerId,
      PromotionResponses: v.pipe(schemas.createListSchema(schemas.promotionResponse), v.nonEmpty()),
    }),
    response: profileResponse,
  },
  /** Adds survey answers. The newest answer to a question replaces others. */
  addSurveyResponses: {
    ...byUser('/surveys/responses/add'),
    body: v.strictObject({
      ProfileID: customerId,
      DataSourceID: schemas.sourceId,
      SurveyProfileResponses: v.pipe(schemas.createListSchema(schemas.surveyProfileResponse), v.nonEmpty()),
    }),
    response: profileResponse,
  },
} as const satisfies ServiceCalls

const refusal = v.pipe(
  loyaltyRefusal,
  v.transform(({ ErrorDesc: { Number, Field } }): ServiceRefusal => ({
    code: Number,
    ...(Field !== undefined && { path: Field }),
  })),
)

/** The loyalty provider of the United States (specification §7). Its base URL is `VITE_LOYALTY_ADDRESS`. */
export const loyaltyService = { calls, refusal } satisfies Service
