// The schemas that several calls of the loyalty provider share.

import * as v from 'valibot'
import { controlIds, sourceIds } from '../../config/loyalty.ts'
import { emailAddress } from '../email-address.ts'
import { customerId, requiredText, timestamp } from '../shared-schemas.ts'
import { isAccountVerifyDate } from './account-verify-date.ts'

export const email = emailAddress
export const password = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256))
export const sourceId = v.picklist(sourceIds)
/** Yes or no. */
export const flag = v.picklist(['Y', 'N'])
/** A number that the provider sends as text. */
export const digits = v.pipe(v.string(), v.regex(/^\d{1,20}$/))
export const createListSchema = <T>(entry: v.GenericSchema<unknown, T>) =>
  v.pipe(v.array(entry), v.maxLength(100))

export const verifyDate = v.pipe(
  v.string(),
  v.check(isAccountVerifyDate, 'Invalid date: Expected dd/mm/yyyy'),
)

export const emails = v.pipe(
  createListSchema(
    v.strictObject({
      EmailAddress: email,
      ChannelCode: v.literal('EMAIL'),
      PreferredFlag: flag,
      /** A: active. I: inactive. */
      Status: v.picklist(['A', 'I']),
    }),
  ),
  v.nonEmpty(),
)
export const names = { FIRST_NAME: requiredText, LAST_NAME: requiredText }

export const promotionResponse = v.strictObject({
  RecordDate: timestamp,
  CampaignControlID: v.picklist(controlIds),
  DataSourceID: sourceId,
})
export const surveyProfileResponse = v.strictObject({
  AnswerID: digits,
  SurveyQuestionAnswerID: digits,
  /** The coach's own words, or empty for a fixed answer. */
  SurveyTextResponse: v.pipe(v.string(), v.maxLength(500)),
})

export const person = { Username: email, FirstName: requiredText, LastName: requiredText }

/** A coach's profile as the provider returns it (specification §3), without the password. */
export const loyaltyProfile = v.object({
  ProfileID: customerId,
  ...person,
  Emails: emails,
  Address: v.object({ Country: v.literal('US') }),
  UserAccount: v.object({
    Username: email,
    AccountVerify: flag,
    AccountVerifyDate: v.optional(verifyDate),
  }),
  CustomAttributes: v.object(names),
  PromotionResponses: v.array(promotionResponse),
  SurveyProfileResponses: v.array(surveyProfileResponse),
})
export type LoyaltyProfile = v.InferOutput<typeof loyaltyProfile>
