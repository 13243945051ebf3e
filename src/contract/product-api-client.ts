import * as v from 'valibot'
import { anySignal } from '../lib/any-signal.ts'
import { requestJson, type Fetch, type MissingResponse } from '../lib/request-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { retryAfterOf } from '../lib/retry-after.ts'
import { isApiErrorCode, type ErrorCode } from './errors.ts'
import { headers, productApi, type ResponseOf, type BodyOf, type CallName } from './product-api.ts'
import type { Receipt } from './product-api/receipt.ts'
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
  path?: string
  /** s */
  retryAfter?: number
  requestId?: string
}

export type CallOptions = {
  key?: string
  /** Where an outbox entry stands in the sequence of its device. */
  sequence?: { device: string; seq: number }
  /** The version of the body, where it is not today's. */
  schema?: number
  /** When an outbox entry was captured, in ms since epoch by the corrected clock. */
  capturedAt?: number
  /** The receipt of an entry that was accepted before, and that the server has lost since. */
  formerReceipt?: Receipt | undefined
  signal?: AbortSignal
  keepalive?: boolean
}

/** Calls the product API by the names of its table. Never throws for what the network or the server did. */
export type ProductApiClient = {
  call: <N extends CallName>(
    name: N,
    body: BodyOf<N>,
    options?: CallOptions,
  ) => Promise<Result<ResponseOf<N>, ApiFailure>>
}

/** How long the server asks to wait, in s; absent when it does not. */
const retryAfterIn = ({ headers }: Response): { retryAfter?: number } => {
  const retryAfter = retryAfterOf(headers, Date.now())
  return retryAfter === undefined ? {} : { retryAfter }
}

/** The address of a call with its query; the body of a POST is no query. */
const addressOf = (name: CallName, query: object = {}): string => {
  const search = new URLSearchParams()
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined) search.set(field, String(value))
  }
  const { path } = productApi[name]
  return search.size === 0 ? path : `${path}?${search.toString()}`
}

/** "Network Authentication Required" (RFC 6585), by which well-behaved portals identify themselves. */
const portalStatus = 511

/**
 * The failure that a response without success stands for; a page that is not ours (a captive portal's) is named as such.
 * Only our server says how long to wait for it: a portal or a proxy that names a day would silence a phone for a day.
 */
const failureOf = (response: Response, json: unknown): ApiFailure => {
  const { status } = response
  const ours = v.safeParse(apiError, json)
  if (!ours.success) {
    const isTrouble = status >= 500 && status !== portalStatus
    return { code: isTrouble ? 'server-failed' : 'foreign-answer', status }
  }
  const { code, request_id: requestId, path, retry_after: retryAfter } = ours.output.error
  return {
    code: isApiErrorCode(code) ? code : 'foreign-answer',
    status,
    requestId,
    ...retryAfterIn(response),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(path === undefined ? {} : { path }),
  }
}

const missing: Record<MissingResponse, ApiFailure> = {
  network: { code: 'no-answer', status: 0 },
  'no-response': { code: 'no-answer', status: 0, timedOut: true },
}

/** ms; a call waits for the token first, so both together take longer */
const csrfTimeout = 20_000

/** ms: a dead connection may never report an error */
const timeout = 30_000

/**
 * The one client of the product API. The page, workers and the service worker each create one: the anti-forgery token
 * is fetched once per context and again after a `csrf-mismatch`.
 */
export const createProductApiClient = ({
  origin,
  fetch,
}: {
  origin: string
  fetch: Fetch
}): ProductApiClient => {
  let csrf: Promise<Result<string, ApiFailure>> | undefined

  const send = async <N extends CallName>(
    name: N,
    init: RequestInit,
    query?: object,
  ): Promise<Result<ResponseOf<N>, ApiFailure>> => {
    const { response: schema } = productApi[name]
    const limit = AbortSignal.timeout(name === 'csrfCookie' ? csrfTimeout : timeout)
    const received = await requestJson(fetch, origin + addressOf(name, query), {
      ...init,
      signal: init.signal ? anySignal(init.signal, limit) : limit,
      credentials: 'same-origin',
    })
    if (!received.ok) return fail(missing[received.error])
    const { response, json } = received.value
    if (!response.ok) return fail(failureOf(response, json))
    const parsed = v.safeParse<v.GenericSchema<unknown, ResponseOf<N>>>(schema, json)
    if (!parsed.success) return fail({ code: 'foreign-answer', status: response.status })
    return ok(parsed.output)
  }

  const fetchCsrf = async (): Promise<Result<string, ApiFailure>> => {
    const result = await send('csrfCookie', { method: 'GET' })
    if (result.ok) return ok(result.value.token)
    csrf = undefined
    return result
  }

  const call: ProductApiClient['call'] = async (name, body, options = {}) => {
    const { key, sequence, schema, capturedAt, formerReceipt, ...rest } = options
    if (productApi[name].method === 'GET') return send(name, { method: 'GET', ...rest }, body)
    for (let attempt = 0; ; attempt += 1) {
      const token = await (csrf ??= fetchCsrf())
      if (!token.ok) return fail({ ...token.error, beforeCall: true })
      const result = await send(name, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          [headers.csrf]: token.value,
          ...(key === undefined ? {} : { [headers.idempotencyKey]: key }),
          ...(schema !== undefined && { [headers.schemaVersion]: String(schema) }),
          ...(capturedAt !== undefined && { [headers.capturedAt]: new Date(capturedAt).toISOString() }),
          ...(formerReceipt && { [headers.formerReceipt]: JSON.stringify(formerReceipt) }),
          ...(sequence && { [headers.deviceSequence]: `${sequence.device}/${sequence.seq}` }),
        },
        body: JSON.stringify(body),
        ...rest,
      })
      if (result.ok || result.error.code !== 'csrf-mismatch' || attempt > 0) return result
      csrf = undefined
    }
  }

  return { call }
}
