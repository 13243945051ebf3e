import * as v from 'valibot'
import { loyalty } from '../../config/loyalty.ts'
import { callBy, type Service, type ServiceCalls, type ServiceRefusal } from '../service-call.ts'
import { customerId, requiredText, token } from '../shapes.ts'
import * as shape from './loyalty-shapes.ts'
import { loyaltyRefusal, success, tokensResponse, vendorCalls } from './vendor-calls.ts'

const profileResponse = v.object({ ...success, ProfileID: customerId })
/** `cULID` is the opaque id of a coach's login. The client sends it back to reset the password. */
const loginResponse = v.object({ ...success, cULID: v.pipe(v.string(), v.nonEmpty()) })

const byUser = callBy({ method: 'POST', auth: 'user' })
const byAnyone = callBy({ method: 'POST', auth: 'anyone' })
const readByUser = callBy({ method: 'GET', auth: 'user', body: v.undefined() })

const calls = {
  ...vendorCalls,
  logout: {
    ...byUser('/oauth/logout', 'Ends the session of the access token.'),
    body: v.strictObject({ ProfileID: customerId }),
    response: profileResponse,
  },
  refreshToken: {
    ...byUser('/oauth/refresh', 'Replaces both tokens; the access token in the header may have expired.'),
    body: v.strictObject({
      DataSourceID: shape.sourceId,
      Username: shape.email,
      ProfileID: customerId,
      RefreshToken: token,
    }),
    response: tokensResponse,
  },
  userDetails: {
    ...readByUser('/profile/details', 'The profile of the access token.'),
    response: v.object({ ...success, ...shape.loyaltyProfile.entries }),
  },
  updateProfile: {
    ...byUser('/profile/update', 'Changes the name.'),
    body: v.strictObject({
      DataSourceID: shape.sourceId,
      ProfileID: customerId,
      FirstName: requiredText,
      LastName: requiredText,
      CustomAttributes: v.strictObject(shape.names),
    }),
    response: profileResponse,
  },
  updatePassword: {
    ...byUser('/profile/password/update', 'Changes the password and ends the other sessions.'),
    body: v.strictObject({
      Username: shape.email,
      CurrentPassword: shape.password,
      NewPassword: shape.password,
    }),
    response: profileResponse,
  },
  userExists: {
    ...byAnyone('/profile/exists', 'Whether an account exists. If not, the response is an ERROR.'),
    body: v.strictObject({ DataSourceID: shape.sourceId, Username: shape.email }),
    response: loginResponse,
  },
  forgotPassword: {
    ...byAnyone('/profile/password/forgot', 'Emails a six-digit reset token in the language of the source.'),
    body: v.strictObject({ DataSourceID: shape.sourceId, Username: shape.email }),
    response: loginResponse,
  },
  resetPassword: {
    ...byAnyone(
      '/profile/password/reset',
      'Sets a new password by a reset token, unlocks the account and ends its sessions.',
    ),
    body: v.strictObject({
      Username: shape.email,
      Password: shape.password,
      ResetToken: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
      DataSourceID: shape.sourceId,
      cULID: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
    }),
    response: profileResponse,
  },
  updateAccountVerify: {
    ...byUser('/profile/account-verify/update', 'Verifies the account.'),
    body: v.strictObject({
      ClientID: v.literal(loyalty.clientId),
      ProfileID: customerId,
      DataSourceID: shape.sourceId,
      AccountVerifyDate: shape.verifyDate,
      AccountVerify: v.literal('Y'),
      Username: shape.email,
    }),
    response: profileResponse,
  },
  addPromotions: {
    ...byUser('/promotions/add', 'Adds promotions, and replaces those that the profile already has.'),
    body: v.strictObject({
      ProfileID: customerId,
      PromotionResponses: v.pipe(shape.listOf(shape.promotionResponse), v.nonEmpty()),
    }),
    response: profileResponse,
  },
  addSurveyResponses: {
    ...byUser(
      '/surveys/responses/add',
      'Adds survey answers. The newest answer to a question replaces others.',
    ),
    body: v.strictObject({
      ProfileID: customerId,
      DataSourceID: shape.sourceId,
      SurveyProfileResponses: v.pipe(shape.listOf(shape.surveyProfileResponse), v.nonEmpty()),
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
