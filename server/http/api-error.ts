import type { InferOutput } from 'valibot'
import { apiErrors, type ApiErrorCode } from '../../src/contract/errors.ts'
import type { apiError } from '../../src/contract/shared-schemas.ts'
import type { Http } from './app-env.ts'

/** Why the server rejects a request. Becomes the error response to the client. */
export type ApiError = {
  code: ApiErrorCode
  /** The invalid field of the body, such as `answers.0.value`. */
  path?: string
  /**
   * In seconds. A retry before this time would be rejected again. Sent as `Retry-After` and `retry_after`.
   */
  retryAfter?: number
  /** A more exact message than the one in `explanations`, which it replaces. */
  detail?: string
}

/**
 * Messages for developers, in responses and in the API document. Coaches never see them: the app shows its
 * own translated message for each code.
 */
export const explanations: Record<ApiErrorCode, string> = {
  'bad-json': 'The body is not JSON.',
  'invalid-body':
    'A field is missing, unknown, too long, of the wrong type or contradicts another one. `path` names it.',
  'key-missing': 'The call needs an Idempotency-Key header with a UUID.',
  'signed-out': 'There is no product session, or it has ended.',
  'identity-refused': 'The token is not valid, or it belongs to another person.',
  'sign-in-too-old': 'The sign-in is not recent enough for this call. Ask for the password again.',
  'account-erased':
    'The account was deleted. Data that was captured before the deletion is no longer accepted.',
  'csrf-mismatch': 'X-XSRF-TOKEN does not equal the XSRF-TOKEN cookie.',
  'other-customer': 'The body names a customer other than the one of the session.',
  'admin-only': 'The role of the customer does not allow this.',
  'second-factor-needed': 'An admin has to prove a second factor in this session first.',
  'not-found': 'There is no such call.',
  'method-not-allowed': 'The call exists, but uses another HTTP method.',
  'key-reused': 'The Idempotency-Key was already used with another body or for another call.',
  'too-large': 'The body is larger than 64 KiB.',
  'not-json': 'The Content-Type is not application/json.',
  'too-many-requests': 'Too many requests. Wait for `retry_after` seconds.',
  'schema-unknown':
    'This server does not know that version, call, module, question or option. A newer release may know it.',
  'server-failed':
    'The server or its database failed. The write may have succeeded. Repeat the request to find out.',
  'provider-away': 'The identity provider failed or did not respond. Nothing was written.',
  maintenance: 'The service is under maintenance. Wait for `retry_after` seconds.',
}

/** Returns the response body of an error. All error responses of the product API have this shape. */
export const createErrorBody = (
  { code, path, retryAfter, detail }: ApiError,
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

/** Responds with an error. Also notes its code on the request, for the log and the metrics. */
export const respondWithError = (http: Http, error: ApiError): Response => {
  const { code, retryAfter } = error
  http.set('errorCode', code)
  if (retryAfter !== undefined) http.header('Retry-After', String(retryAfter))
  return http.json(createErrorBody(error, http.get('requestId')), apiErrors[code].status)
}

/** A standby database takes over in this time. Phones add up to half of it, to spread their retries. */
const unavailableRetrySeconds = 30

/**
 * Rejects a call because the database is unavailable. Clients get the code and status of a server failure:
 *
 * - Released apps treat a response with an unknown code as that of a captive portal or proxy.
 * - They treat a 503 with `Retry-After` as announced maintenance, and cover the app with the page for it.
 *
 * `Retry-After` shows a phone that its entry is not the cause. The log and the metrics get the code
 * `database-away`.
 */
export const respondUnavailable = (http: Http): Response => {
  const response = respondWithError(http, { code: 'server-failed', retryAfter: unavailableRetrySeconds })
  http.set('errorCode', 'database-away')
  return response
}
