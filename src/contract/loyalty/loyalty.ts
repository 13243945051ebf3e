import * as v from 'valibot'
import { loyalty } from '../../config/loyalty.ts'
import * as shape from './loyalty-shapes.ts'
import type { Service, ServiceCalls, ServiceRefusal } from '../service-call.ts'
import { customerId, filled, token } from '../shapes.ts'

const success = { Type: v.literal('SUCCESS') }
const signedIn = v.object({
  ...success,
  ProfileID: customerId,
  AccessToken: token,
  RefreshToken: token,
  /** seconds until the access token ends */
  Expires: v.pipe(v.number(), v.minValue(0)),
  /** 'N' until the account is verified */
  VerifiedStatusFlag: shape.flag,
})
const done = v.object({ ...success, ProfileID: customerId })
/** cULID: the opaque id of a login, which a reset sends back. */
const login = v.object({ ...success, cULID: v.pipe(v.string(), v.nonEmpty()) })

const post = { method: 'POST' } as const
const byVendor = { ...post, auth: 'vendor' } as const
const byUser = { ...post, auth: 'user' } as const
const byAnyone = { ...post, auth: 'anyone' } as const

const calls = {
  signUp: {
    ...byVendor,
    path: '/profile/signup',
    body: v.strictObject({
      ClientID: v.literal(loyalty.clientId),
      DataSourceID: shape.sourceId,
      ...shape.person,
      Emails: shape.emails,
      Address: v.strictObject({ Country: v.literal('US') }),
      UserAccount: v.strictObject({
        Username: shape.email,
        ProfilePassword: shape.password,
        AccountVerify: v.literal('N'),
      }),
      CustomAttributes: v.strictObject(shape.names),
      PromotionResponses: v.optional(shape.list(shape.promotionResponse), []),
      SurveyProfileResponses: v.optional(shape.list(shape.surveyProfileResponse), []),
    }),
    response: signedIn,
    summary: 'Makes a profile, not verified yet, and hands out the tokens for the next steps.',
  },
  login: {
    ...byVendor,
    path: '/oauth/authorize',
    body: v.strictObject({ DataSourceID: shape.sourceId, Username: shape.email, Password: shape.password }),
    response: signedIn,
    summary:
      'Signs a person in. Somebody unverified gets tokens too: the caller looks at VerifiedStatusFlag.',
  },
  logout: {
    ...byUser,
    path: '/oauth/logout',
    body: v.strictObject({ ProfileID: customerId }),
    response: done,
    summary: 'Ends the session of the access token.',
  },
  refreshToken: {
    ...byUser,
    path: '/oauth/refresh',
    body: v.strictObject({
      DataSourceID: shape.sourceId,
      Username: shape.email,
      ProfileID: customerId,
      RefreshToken: token,
    }),
    response: signedIn,
    summary: 'Replaces both tokens; the access token in the header may have expired.',
  },
  userDetails: {
    method: 'GET',
    auth: 'user',
    path: '/profile/details',
    body: v.undefined(),
    response: v.object({ ...success, ...shape.loyaltyProfile.entries }),
    summary: 'The profile of the access token.',
  },
  updateProfile: {
    ...byUser,
    path: '/profile/update',
    body: v.strictObject({
      DataSourceID: shape.sourceId,
      ProfileID: customerId,
      FirstName: filled,
      LastName: filled,
      CustomAttributes: v.strictObject(shape.names),
    }),
    response: done,
    summary: 'Changes the name.',
  },
  updatePassword: {
    ...byUser,
    path: '/profile/password/update',
    body: v.strictObject({
      Username: shape.email,
      CurrentPassword: shape.password,
      NewPassword: shape.password,
    }),
    response: done,
    summary: 'Changes the password and ends the other sessions.',
  },
  userExists: {
    ...byAnyone,
    path: '/profile/exists',
    body: v.strictObject({ DataSourceID: shape.sourceId, Username: shape.email }),
    response: login,
    summary: 'Whether there is an account: an unknown one is an ERROR.',
  },
  forgotPassword: {
    ...byAnyone,
    path: '/profile/password/forgot',
    body: v.strictObject({ DataSourceID: shape.sourceId, Username: shape.email }),
    response: login,
    summary: 'Mails a reset token of six digits in the language of the source.',
  },
  resetPassword: {
    ...byAnyone,
    path: '/profile/password/reset',
    body: v.strictObject({
      Username: shape.email,
      Password: shape.password,
      ResetToken: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
      DataSourceID: shape.sourceId,
      cULID: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
    }),
    response: done,
    summary: 'Sets a new password by a reset token, unlocks the account and ends its sessions.',
  },
  updateAccountVerify: {
    ...byUser,
    path: '/profile/account-verify/update',
    body: v.strictObject({
      ClientID: v.literal(loyalty.clientId),
      ProfileID: customerId,
      DataSourceID: shape.sourceId,
      AccountVerifyDate: shape.verifyDate,
      AccountVerify: v.literal('Y'),
      Username: shape.email,
    }),
    response: done,
    summary: 'Verifies the account.',
  },
  addPromotions: {
    ...byUser,
    path: '/promotions/add',
    body: v.strictObject({
      ProfileID: customerId,
      PromotionResponses: v.pipe(shape.list(shape.promotionResponse), v.nonEmpty()),
    }),
    response: done,
    summary: 'Adds promotions; one that the profile has already is replaced.',
  },
  addSurveyResponses: {
    ...byUser,
    path: '/surveys/responses/add',
    body: v.strictObject({
      ProfileID: customerId,
      DataSourceID: shape.sourceId,
      SurveyProfileResponses: v.pipe(shape.list(shape.surveyProfileResponse), v.nonEmpty()),
    }),
    response: done,
    summary: 'Adds survey answers; the newest answer to a question wins.',
  },
} as const satisfies ServiceCalls

/** A refusal, with whatever status it came: `Type` ERROR and a number. */
const refusal = v.pipe(
  v.object({
    Type: v.literal('ERROR'),
    ErrorDesc: v.object({
      Number: v.union([v.pipe(v.number(), v.integer(), v.transform(String)), shape.digits]),
      Field: v.optional(v.string()),
    }),
  }),
  v.transform(({ ErrorDesc: { Number, Field } }): ServiceRefusal => ({
    code: Number,
    ...(Field === undefined ? {} : { path: Field }),
  })),
)

/** The loyalty provider of the United States (specification §7). Its paths follow the address in the environment. */
export const loyaltyService = { calls, refusal } satisfies Service
