import * as v from 'valibot'
import { isApiErrorCode, type ErrorCode } from './errors.ts'
import { apiError } from './shapes.ts'

/** Why a call failed: the code decides what happens next (`errors[code].next`). */
export type ApiFailure = {
  code: ErrorCode
  /** 0 when no response came */
  status: number
  /** The request was taken, and no response came before its timeout. */
  timedOut?: boolean
  /** It was not the call itself: the anti-forgery token, which every call needs, could not be had. */
  beforeCall?: boolean
  /** Refused as if for its session, which another call found to be good. */
  inGoodSession?: boolean
  path?: string
  /** s */
  retryAfter?: number
  requestId?: string
}

/** "Network Authentication Required" (RFC 6585), by which well-behaved portals identify themselves. */
const portalStatus = 511

/**
 * The failure that a response without success stands for; a page that is not ours (a captive portal's) is named as such.
 * Only our server says how long to wait for it: a portal or a proxy that names a day would silence a phone for a day.
 */
export const failureOf = (status: number, json: unknown, headerRetryAfter?: number): ApiFailure => {
  const ours = v.safeParse(apiError, json)
  if (!ours.success) {
    const isTrouble = status >= 500 && status !== portalStatus
    return { code: isTrouble ? 'server-failed' : 'foreign-answer', status }
  }
  const { code, request_id: requestId, path, retry_after: retryAfter = headerRetryAfter } = ours.output.error
  return {
    code: isApiErrorCode(code) ? code : 'foreign-answer',
    status,
    requestId,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(path === undefined ? {} : { path }),
  }
}
