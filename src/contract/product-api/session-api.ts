import * as v from 'valibot'
import * as schemas from '../shared-schemas.ts'
import { customerCall, customerField, openCall, openQuery } from './api-call.ts'
import { deviceStatement } from './device-statement.ts'

const time = v.pipe(v.string(), v.isoTimestamp())

/** The calls about the product session and the tokens of the identity providers. */
export const sessionApi = {
  csrfCookie: {
    ...openQuery('/api/sanctum/csrf-cookie'),
    body: v.undefined(),
    response: v.object({ token: v.string() }),
  },
  login: {
    ...openCall('/api/login'),
    body: v.strictObject({ authToken: schemas.token, locale: schemas.localeCode, device: schemas.deviceId }),
    response: v.object({
      customer: schemas.customer,
      /**
       * The signed statement about this device. If the device id in the body belongs to another browser, the
       * statement contains a new id for this browser. Absent before version 6.
       */
      device: v.optional(deviceStatement),
      /**
       * True if this browser lost its local database, and with it the device id that this customer had here.
       * True until the device's next report. Absent before version 14.
       */
      began_anew: v.optional(v.boolean()),
    }),
  },
  logout: {
    ...openCall('/api/logout'),
    body: v.strictObject({}),
    response: v.object({ ended: v.boolean() }),
  },
  tokenValidation: {
    ...openCall('/api/token-validation'),
    body: v.strictObject({ accessToken: v.optional(schemas.token) }),
    response: v.object({
      valid: v.optional(v.boolean(), false),
      /** Whether the customer has ended this sign-in on another device. Absent before version 17. */
      ended: v.optional(v.boolean()),
    }),
    errors: ['provider-away'],
  },
  resetTokens: {
    ...openCall('/api/reset-tokens'),
    body: v.strictObject({ accessToken: schemas.token }),
    response: v.object({ ended: v.number() }),
  },
  mySignIns: {
    ...customerCall('/api/my-sign-ins'),
    body: v.strictObject(customerField),
    response: v.object({
      sign_ins: v.array(
        v.object({
          /** Identifies the sign-in. A renewal of the session does not change it. */
          signed_in_at: time,
          /** To within a few minutes. */
          last_seen: time,
          /** Names for people, such as `Chrome` and `Android`. Null if unknown. */
          browser: v.nullable(v.string()),
          system: v.nullable(v.string()),
          /** Whether it is the one that this call is made with. */
          current: v.boolean(),
        }),
      ),
    }),
  },
  endSignIns: {
    ...customerCall('/api/end-sign-ins'),
    body: v.strictObject({
      ...customerField,
      signed_in_at: v.pipe(v.array(time), v.minLength(1), v.maxLength(1000)),
    }),
    response: v.object({ ended: v.number() }),
  },
  storageIdentity: {
    ...openCall('/api/storage-identity'),
    body: v.strictObject({ accessToken: schemas.token }),
    response: v.object({ identityId: v.string(), token: schemas.token }),
  },
} as const
