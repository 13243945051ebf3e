import * as v from 'valibot'
import { loyaltyRefusal, vendorCalls } from '../loyalty/vendor-calls.ts'
import { openCall } from './api-call.ts'

const { signUp, login } = vendorCalls
/** The response of the loyalty provider: a success or a refusal. */
const response = v.variant('Type', [login.response, loyaltyRefusal])

/**
 * The two calls of the loyalty provider that need the site's own credential. The product API makes these
 * calls, because a browser cannot keep a credential secret.
 */
export const loyaltyApi = {
  loyaltySignUp: {
    ...openCall('/api/loyalty/signup'),
    body: signUp.body,
    response,
    errors: ['provider-away'],
  },
  loyaltyLogin: {
    ...openCall('/api/loyalty/login'),
    body: login.body,
    response,
    errors: ['provider-away'],
  },
} as const
