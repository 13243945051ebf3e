import * as v from 'valibot'
import { isApiErrorCode, type ErrorCode } from './errors.ts'
import { apiError } from './shared-schemas.ts'

/** Why a call of the product API failed. The code determines what the sender does (`errors[code].next`). */
export type ApiFailure = {
  code: ErrorCode
  /** 0 if there was no response. */
  status: number
  /** The request was sent, but no response arrived within the time limit. */
  timedOut?: boolean
  /** The request for the anti-forgery token failed, so the call itself was not sent. */
  beforeCall?: boolean
  /** The server refused the session, although another call showed that the session is valid. */
  inGoodSession?: boolean
  /** The invalid field of the body. */
  path?: string
  /** In seconds: the time until the next attempt. */
  retryAfter?: number
  requestId?: string
}

/** "Network Authentication Required" (RFC 6585), the status of captive portals that follow the standard. */
export const portalStatus = 511

/**
 * Converts an unsuccessful response to a failure. A response that does not have our server's format, such as
 * the page of a captive portal or proxy, gets the code `foreign-answer`, or `server-failed` for a status of
 * 500 or more. `headerRetryAfter` is in seconds. It is ignored for such a response, because a portal or proxy
 * could stop the device for a whole day.
 */
export const toApiFailure = (status: number, json: unknown, headerRetryAfter?: number): ApiFailure => {
  const parsed = v.safeParse(apiError, json)
  if (!parsed.success) {
    const isServerError = status >= 500 && status !== portalStatus
    return { code: isServerError ? 'server-failed' : 'foreign-answer', status }
  }
  const {
    code,
    request_id: requestId,
    path,
    retry_after: retryAfter = headerRetryAfter,
  } = parsed.output.error
  return {
    code: isApiErrorCode(code) ? code : 'foreign-answer',
    status,
    requestId,
    ...(retryAfter !== undefined && { retryAfter }),
    ...(path !== undefined && { path }),
  }
}
