import * as v from 'valibot'
import { emailAddress } from '../email-address.ts'
import * as schemas from '../shared-schemas.ts'
import { customerCall, customerField, openCall, outboxCall, receiptField } from './api-call.ts'

/** Whom a coach reaches with the programme. */
const impact = {
  numberOfPeople: schemas.numberOfPeople,
  youngFemale: schemas.shortText,
  sportType: schemas.shortText,
}

/** The calls about customers, the people whom they reach, and additional fields. */
export const customerApi = {
  customers: {
    ...outboxCall('/api/customers'),
    body: v.strictObject(schemas.registration),
    response: v.object(receiptField),
  },
  getCustomer: {
    ...openCall('/api/get-customer'),
    body: v.strictObject({
      token: schemas.customerId,
      authToken: schemas.token,
      language: schemas.language,
      country: schemas.country,
      company: schemas.shortText,
      email: emailAddress,
    }),
    response: v.object({ data: schemas.customer }),
  },
  checkCustomer: {
    ...openCall('/api/check-customer'),
    body: v.strictObject({
      token: schemas.customerId,
      country: schemas.country,
      language: schemas.language,
      accessToken: schemas.token,
    }),
    response: v.object({ known: v.boolean(), registered: v.boolean() }),
  },
  saveImpact: {
    ...outboxCall('/api/save-impact'),
    body: v.strictObject({ ...customerField, ...impact }),
    response: v.object(receiptField),
  },
  getImpact: {
    ...customerCall('/api/get-impact'),
    body: v.strictObject(customerField),
    response: v.object({
      impact: v.nullable(v.object(impact)),
      /**
       * One item for each season with answers, including those at sign-up; oldest first. A season is a
       * calendar year by the coach's clock. Absent before version 10.
       */
      seasons: v.optional(v.array(v.object({ season: v.number(), ...impact })), []),
    }),
  },
  newFields: {
    ...outboxCall('/api/newFields'),
    body: v.strictObject({
      ...customerField,
      fields: v.pipe(
        v.record(v.pipe(v.string(), v.regex(/^[a-zA-Z]\w{0,63}$/)), schemas.shortText),
        v.maxEntries(50),
      ),
    }),
    response: v.object(receiptField),
  },
} as const

const event = v.strictObject({
  ...customerField,
  event_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  value: schemas.shortText,
})

/** The calls that record the actions of customers. */
export const eventApi = {
  events: {
    ...outboxCall('/api/events'),
    body: event,
    response: v.object(receiptField),
  },
  saveEvents: {
    ...outboxCall('/api/save-events'),
    body: event,
    response: v.object(receiptField),
  },
  saveModulesEvents: {
    ...outboxCall('/api/save-modules-events'),
    body: v.strictObject({
      ...customerField,
      /** The id of the module, even if it has no video. */
      video_id: schemas.moduleId,
      type: v.picklist(['module', 'video']),
      action: v.picklist(['start', 'complete']),
    }),
    response: v.object(receiptField),
  },
} as const
