import * as v from 'valibot'
import { roles } from '../../roles.ts'
import { token } from '../../shared-schemas.ts'
import { secondFactorCall } from '../api-call.ts'

/** The code of an authenticator app, which may be typed with blanks. */
const code = v.pipe(
  v.string(),
  v.transform((text) => text.replaceAll(/\s/g, '')),
  v.regex(/^\d{6}$/),
)

/**
 * Why a code is not accepted. `code-used`: it was accepted before. The authenticator app shows the next code after
 * 30 s at most. `codes-paused`: after five wrong codes, none is accepted for 15 minutes.
 */
const refusedCodes = ['code-wrong', 'code-used', 'codes-paused'] as const

/**
 * The calls for the second factor that admins need. Each identifies its customer by an access token, which
 * must belong to the customer of the session.
 */
export const secondFactorApi = {
  openAdminPages: {
    ...secondFactorCall('/api/open-admin-pages'),
    body: v.strictObject({ accessToken: token, code: v.optional(code) }),
    response: v.object({
      /**
       * `open`: the calls for admins are allowed. `code`: the call needs the code of the authenticator app.
       * `sign-in`: the account has a second factor, but its sign-in may not have asked for it, because it was
       * too long ago. `set-up`: the account has no second factor.
       */
      state: v.picklist(['open', 'code', 'sign-in', 'set-up', ...refusedCodes]),
      /** The role of the admin, which may have changed since the session started. */
      role: v.fallback(v.optional(v.picklist(roles)), undefined),
    }),
  },
  createAuthenticator: {
    ...secondFactorCall('/api/create-authenticator'),
    body: v.strictObject({ accessToken: token }),
    response: v.object({ secret: v.string() }),
    errors: ['sign-in-too-old', 'second-factor-needed'],
  },
  confirmAuthenticator: {
    ...secondFactorCall('/api/confirm-authenticator'),
    body: v.strictObject({ accessToken: token, code }),
    response: v.object({ outcome: v.picklist(['accepted', ...refusedCodes]) }),
    errors: ['not-found'],
  },
  deleteAuthenticator: {
    ...secondFactorCall('/api/delete-authenticator'),
    body: v.strictObject({ accessToken: token }),
    response: v.object({ deleted: v.boolean() }),
    errors: ['sign-in-too-old', 'second-factor-needed'],
  },
} as const
