import * as v from 'valibot'
import { loyalty } from '../../config/loyalty.ts'
import { callBy } from '../service-call.ts'
import { customerId, token } from '../shared-schemas.ts'
import * as schemas from './loyalty-schemas.ts'

export const success = { Type: v.literal('SUCCESS') }

/** The response to sign-up, sign-in and refresh. */
export const tokensResponse = v.object({
  ...success,
  ProfileID: customerId,
  AccessToken: token,
  RefreshToken: token,
  /** The time until the access token expires, in s. */
  Expires: v.pipe(v.number(), v.minValue(0)),
  /** 'N' until the account is verified. */
  VerifiedStatusFlag: schemas.flag,
})

/** A refusal. It may have any HTTP status, even 200. `loyaltyErrors` has the known numbers. */
export const loyaltyRefusal = v.object({
  Type: v.literal('ERROR'),
  ErrorDesc: v.object({
    Number: v.union([v.pipe(v.number(), v.integer(), v.transform(String)), schemas.digits]),
    Field: v.optional(v.string()),
  }),
})

const byVendor = callBy({ method: 'POST', auth: 'vendor' })

/**
 * The calls that need the site's own credential as a vendor of the provider. The product API makes these
 * calls, because a browser cannot keep the credential secret.
 */
export const vendorCalls = {
  /** Creates an unverified profile and returns the tokens for the next steps. */
  signUp: {
    ...byVendor('/profile/signup'),
    body: v.strictObject({
      ClientID: v.literal(loyalty.clientId),
      DataSourceID: schemas.sourceId,
      ...schemas.person,
      Emails: schemas.emails,
      Address: v.strictObject({ Country: v.literal('US') }),
      UserAccount: v.strictObject({
        Username: schemas.email,
        ProfilePassword: schemas.password,
        AccountVerify: v.literal('N'),
      }),
      CustomAttributes: v.strictObject(schemas.names),
      PromotionResponses: v.optional(schemas.createListSchema(schemas.promotionResponse), []),
      SurveyProfileResponses: v.optional(schemas.createListSchema(schemas.surveyProfileResponse), []),
    }),
    response: tokensResponse,
  },
  /** Signs a person in. An unverified person also gets tokens, so check VerifiedStatusFlag. */
  login: {
    ...byVendor('/oauth/authorize'),
    body: v.strictObject({
      DataSourceID: schemas.sourceId,
      Username: schemas.email,
      Password: schemas.password,
    }),
    response: tokensResponse,
  },
} as const
