import { apiErrors, type ApiErrorCode } from '../../src/contract/errors.ts'
import type { apiError } from '../../src/contract/shapes.ts'
import type { InferOutput } from 'valibot'
import type { Http } from './app-env.ts'

export type Refusal = {
  code: ApiErrorCode
  /** The invalid field. */
  path?: string
  /** Time until a retry makes sense, in s. */
  retryAfter?: number
  /** The exact problem, if the code does not state it. */
  detail?: string
}

/** Messages for readers of a response or the API document. The app translates the code instead. */
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

/** Returns the body of a refusal. Every failure has this shape. */
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

/** Responds with a refusal, and sets its code for the log and the metrics. */
export const refuse = (http: Http, refusal: Refusal): Response => {
  const { code, retryAfter } = refusal
  http.set('refused', code)
  if (retryAfter !== undefined) http.header('Retry-After', String(retryAfter))
  return http.json(refusalBody(refusal, http.get('requestId')), apiErrors[code].status)
}

/** A standby takes over within half a minute. A phone waits for this time and up to half as long again. */
const awayRetrySeconds = 30

/**
 * Refuses a call because the database is unavailable. Uses the code and status of a server failure: apps
 * treat a response with an unknown code as one of a foreign server, and a 503 with `Retry-After` as announced
 * maintenance, whose page covers the app. `Retry-After` shows a phone that its entry is not the cause. Only
 * the log and the metrics distinguish this refusal from a fault of the server.
 */
export const refuseUnavailable = (http: Http): Response => {
  const response = refuse(http, { code: 'server-failed', retryAfter: awayRetrySeconds })
  http.set('refused', 'database-away')
  return response
}
