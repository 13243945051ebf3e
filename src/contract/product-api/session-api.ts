import * as v from 'valibot'
import { loyaltyRefusal, vendorCalls } from '../loyalty/vendor-calls.ts'
import * as shape from '../shapes.ts'
import { openCall, openQuery } from './api-call.ts'
import { deviceStatement } from './device-statement.ts'

/** The calls about the product session and the tokens of the identity providers. */
export const sessionApi = {
  csrfCookie: {
    ...openQuery(
      '/api/sanctum/csrf-cookie',
      'Sets the XSRF-TOKEN cookie and returns its value; every POST repeats it as X-XSRF-TOKEN.',
    ),
    body: v.undefined(),
    response: v.object({ token: v.string() }),
  },
  login: {
    ...openCall(
      '/api/login',
      'Exchanges an identity token for a product session of 30 days in an HttpOnly cookie.',
    ),
    body: v.strictObject({ authToken: shape.token, locale: shape.localeCode, device: shape.deviceId }),
    response: v.object({
      customer: shape.customer,
      /**
       * The statement for the device. If the id in the body belongs to another browser, the statement has a
       * new id. Absent before version 6.
       */
      device: v.optional(deviceStatement),
      /**
       * Whether the browser lost its database with its former device id for this customer. True until the
       * device's next report. Absent before version 14.
       */
      began_anew: v.optional(v.boolean()),
    }),
  },
  logout: {
    ...openCall('/api/logout', 'Ends the product session of this browser.'),
    body: v.strictObject({}),
    response: v.object({ ended: v.boolean() }),
  },
  tokenValidation: {
    ...openCall('/api/token-validation', 'Whether an access token is still valid; false when it is absent.'),
    body: v.strictObject({ accessToken: v.optional(shape.token) }),
    response: v.object({ valid: v.optional(v.boolean(), false) }),
    errors: ['provider-away'],
  },
  resetTokens: {
    ...openCall('/api/reset-tokens', 'Ends every product session of the customer of an access token.'),
    body: v.strictObject({ accessToken: shape.token }),
    response: v.object({ ended: v.number() }),
  },
  storageIdentity: {
    ...openCall(
      '/api/storage-identity',
      'Returns an identity of the identity pool for a coach of the loyalty provider.',
    ),
    body: v.strictObject({ accessToken: shape.token }),
    response: v.object({ identityId: v.string(), token: shape.token }),
  },
} as const

const { signUp, login } = vendorCalls
/** The response of the loyalty provider: a success or a refusal. */
const response = v.variant('Type', [login.response, loyaltyRefusal])

/**
 * The two calls of the loyalty provider that need the site's own credential. The product API makes these
 * calls, because a browser cannot keep a credential secret.
 */
export const loyaltyApi = {
  loyaltySignUp: {
    ...openCall(
      '/api/loyalty/signup',
      'Creates a profile at the loyalty provider; the response is the provider’s.',
    ),
    body: signUp.body,
    response,
    errors: ['provider-away'],
  },
  loyaltyLogin: {
    ...openCall('/api/loyalty/login', 'Signs in at the loyalty provider; the response is the provider’s.'),
    body: login.body,
    response,
    errors: ['provider-away'],
  },
} as const
