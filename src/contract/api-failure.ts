import * as v from 'valibot'
import { isApiErrorCode, type ErrorCode } from './errors.ts'
import { apiError } from './shapes.ts'

/** Why a call failed. The code determines the next step (`errors[code].next`). */
export type ApiFailure = {
  code: ErrorCode
  /** 0 if there was no response. */
  status: number
  /** The request was sent, but no response came before the time limit. */
  timedOut?: boolean
  /** The request for the anti-forgery token failed, before the call itself was sent. */
  beforeCall?: boolean
  /** The server refused the session, although another call found that the session is valid. */
  inGoodSession?: boolean
  path?: string
  /** In s. */
  retryAfter?: number
  requestId?: string
}

/** "Network Authentication Required" (RFC 6585), the status of standards-compliant portals. */
export const portalStatus = 511

/**
 * The failure for an unsuccessful response. Responses of other servers, such as a captive portal's page, get
 * the code `foreign-answer`, or `server-failed` for a status of 500 or more. Retry-After (in s) counts only
 * in our server's responses: a portal or proxy that names a day would stop a phone for a day.
 */
export const toApiFailure = (status: number, json: unknown, headerRetryAfter?: number): ApiFailure => {
  const parsed = v.safeParse(apiError, json)
  if (!parsed.success) {
    const isServerFault = status >= 500 && status !== portalStatus
    return { code: isServerFault ? 'server-failed' : 'foreign-answer', status }
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
