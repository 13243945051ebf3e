import * as v from 'valibot'
import { openCall, openQuery } from './api-call.ts'
import * as shape from '../shapes.ts'
import { deviceStatement } from './device-statement.ts'
import { loyaltyRefusal, vendorCalls } from '../loyalty/vendor-calls.ts'

/** Calls about the product session and the tokens of an identity. */
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
      /** Absent before version 6. Names another device than the body if that id is another browser's. */
      device: v.optional(deviceStatement),
      /**
       * The browser lost the database of its former device id for this customer. True until the browser
       * reports. Absent before version 14.
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
    ...openCall('/api/storage-identity', 'Vouches for a coach of the loyalty provider at the identity pool.'),
    body: v.strictObject({ accessToken: shape.token }),
    response: v.object({ identityId: v.string(), token: shape.token }),
  },
} as const

const { signUp, login } = vendorCalls
/** The response of the loyalty provider, a success or a refusal. */
const response = v.variant('Type', [login.response, loyaltyRefusal])

/**
 * The two calls of the loyalty provider that carry the site's own credential. The product API makes them,
 * because a browser cannot keep a credential secret.
 */
export const loyaltyApi = {
  loyaltySignUp: {
    ...openCall(
      '/api/loyalty/signup',
      'Makes a profile at the loyalty provider; the response is the provider’s.',
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
