import { apiErrors, type ApiErrorCode } from '../../src/contract/errors.ts'
import type { apiError } from '../../src/contract/shapes.ts'
import type { InferOutput } from 'valibot'
import type { Http } from './app-env.ts'

/** Why a call is not carried out. */
export type Refusal = {
  code: ApiErrorCode
  /** The field at fault. */
  path?: string
  /** s until the next try makes sense */
  retryAfter?: number
  /** What exactly is wrong, where the code alone does not say it. */
  detail?: string
}

/** For the developer who reads a response or the API document; people read the message of the code in their language. */
export const explanations: Record<ApiErrorCode, string> = {
  'bad-json': 'The body is not JSON.',
  'invalid-body':
    'A field is missing, mistyped, too long, unknown or does not fit the others; `path` names it.',
  'key-missing': 'The call needs an Idempotency-Key header with a UUID.',
  'signed-out': 'There is no product session, or it has ended.',
  'identity-refused': 'The token is not valid, or it belongs to somebody else.',
  'sign-in-too-old': 'The password has to be asked for anew: the sign-in behind the token is minutes old.',
  'account-erased':
    'The account was deleted. Nothing of it is stored, and nothing from before its deletion will be.',
  'csrf-mismatch': 'X-XSRF-TOKEN does not equal the XSRF-TOKEN cookie.',
  'other-customer': 'The body names another customer than the session.',
  'admin-only': 'Only admins may do this.',
  'not-found': 'There is no such call.',
  'method-not-allowed': 'The call exists, with another method.',
  'key-reused': 'The Idempotency-Key was used before with another body or for another call.',
  'too-large': 'The body is larger than 64 KiB.',
  'not-json': 'The Content-Type is not application/json.',
  'too-many-requests': 'Too many requests; wait for `retry_after` seconds.',
  'schema-unknown':
    'This copy of the server does not know that version, call, module, question or option; a newer one may.',
  'server-failed':
    'The server failed, or its database is away. What was being written may have been; the same request again finds out.',
  'provider-away':
    'The identity provider behind the token or the password does not respond, or fails; nothing was written.',
  maintenance: 'The service is under maintenance; wait for `retry_after` seconds.',
}

/** The body of a refusal, in the one shape that every failure has. */
export const refusalBody = (
  { code, path, retryAfter, detail }: Refusal,
  requestId: string,
): InferOutput<typeof apiError> => ({
  error: {
    code,
    message: detail ?? explanations[code],
    request_id: requestId,
    ...(path === undefined ? {} : { path }),
    ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
  },
})

/** The response of a refusal. */
export const refuse = (http: Http, refusal: Refusal): Response => {
  const { code, retryAfter } = refusal
  http.set('refused', code)
  if (retryAfter !== undefined) http.header('Retry-After', String(retryAfter))
  return http.json(refusalBody(refusal, http.get('requestId')), apiErrors[code].status)
}

/** s; a standby takes over within half a minute, and a phone adds up to half of it */
const awayRetry = 30

/**
 * Refuses a call for want of the database. The code and status are those of every failure, because apps take another code for
 * a stranger's, and 503 with a time for the announced maintenance, whose page hides them. The time says that it is not this
 * one entry's fault. The log and the metrics tell it from a fault of this server.
 */
export const refuseAway = (http: Http): Response => {
  const response = refuse(http, { code: 'server-failed', retryAfter: awayRetry })
  http.set('refused', 'database-away')
  return response
}
