import * as v from 'valibot'
import { anySignal } from '../lib/async/any-signal.ts'
import { requestJson, type Fetch, type MissingResponse } from '../lib/http/request-json.ts'
import { parseRetryAfter } from '../lib/http/retry-after.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import { toApiFailure, type ApiFailure } from './api-failure.ts'
import type { BodyOf, CallName, ProductApi, ResponseOf } from './product-api.ts'
import type { adminApi } from './product-api/admin/admin-api.ts'
import { coachApi } from './product-api/coach-api.ts'
import { headers } from './product-api/headers-and-cookies.ts'
import type { Receipt } from './product-api/receipt.ts'

/** The options of a call that sends an outbox entry (a stored action of the coach). They become headers. */
export type EntryOptions = {
  /** The idempotency key. */
  key?: string
  /** The position of an outbox entry in the sequence of its device. */
  sequence?: { device: string; seq: number }
  /** The contract version of the body, if it is not the current one. */
  schema?: number
  /** When an outbox entry was captured: local time with offset in ISO 8601, by the corrected clock. */
  capturedAt?: string
  /** The receipt of an entry that the server accepted before and has lost. */
  formerReceipt?: Receipt | undefined
}

export const createEntryHeaders = ({
  key,
  sequence,
  schema,
  capturedAt,
  formerReceipt,
}: EntryOptions): Record<string, string> => ({
  ...(key !== undefined && { [headers.idempotencyKey]: key }),
  ...(schema !== undefined && { [headers.schemaVersion]: String(schema) }),
  ...(capturedAt !== undefined && { [headers.capturedAt]: capturedAt }),
  ...(formerReceipt && { [headers.formerReceipt]: JSON.stringify(formerReceipt) }),
  ...(sequence && { [headers.deviceSequence]: `${sequence.device}/${sequence.seq}` }),
})

type CallOptions = EntryOptions & {
  signal?: AbortSignal
  keepalive?: boolean
  /** In ms. Longer than the default for a response that may be large. */
  timeout?: number
}

/**
 * Makes calls of the product API by their names. Does not throw for failures of the network or the server.
 */
export type ProductApiClient = {
  call: <N extends CallName>(
    name: N,
    body: BodyOf<N>,
    options?: CallOptions,
  ) => Promise<Result<ResponseOf<N>, ApiFailure>>
}

/** Some rows of the contract, by the names of their calls. */
type Rows = Partial<ProductApi>

const coachRows: Rows = coachApi

/** Returns the path of a call with its query. A POST has no query, because it sends a body. */
const toPath = (path: string, query: object = {}): string => {
  const searchParams = new URLSearchParams()
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined) searchParams.set(field, String(value))
  }
  return searchParams.size === 0 ? path : `${path}?${searchParams.toString()}`
}

const failureWithoutResponse: Record<MissingResponse, ApiFailure> = {
  network: { code: 'no-answer', status: 0 },
  'no-response': { code: 'no-answer', status: 0, timedOut: true },
}

/** The time limit for the anti-forgery token. A first POST waits for it before its own time limit starts. */
const csrfTimeoutMs = 20_000

/** The time limit of a call. Without one, a dead connection might never report an error. */
const defaultTimeoutMs = 30_000

type SendOptions = RequestInit & Pick<CallOptions, 'timeout'>

/**
 * Creates a client of the product API. The page, the workers and the service worker each create one. It
 * fetches the anti-forgery token once, and again if the server refuses it (`csrf-mismatch`).
 */
export const createProductApiClient = ({
  origin,
  fetch,
  loadAdminApi,
}: {
  origin: string
  fetch: Fetch
  /** Loads the calls for admins. A client without it, such as the service worker's, only makes the others. */
  loadAdminApi?: () => Promise<typeof adminApi>
}): ProductApiClient => {
  let csrfToken: Promise<Result<string, ApiFailure>> | undefined

  /** Resolves to no rows if their code cannot be loaded. */
  const loadAdminRows = async (): Promise<Rows> => (await loadAdminApi?.().catch(() => undefined)) ?? {}

  const send = async <N extends CallName>(
    { path, response: schema }: ProductApi[N],
    { timeout = defaultTimeoutMs, ...init }: SendOptions,
    query?: object,
  ): Promise<Result<ResponseOf<N>, ApiFailure>> => {
    const timeLimit = AbortSignal.timeout(timeout)
    const exchange = await requestJson(fetch, origin + toPath(path, query), {
      ...init,
      signal: init.signal ? anySignal(init.signal, timeLimit) : timeLimit,
      credentials: 'same-origin',
    })
    if (!exchange.ok) return fail(failureWithoutResponse[exchange.error])
    const { response, json } = exchange.value
    if (!response.ok)
      return fail(toApiFailure(response.status, json, parseRetryAfter(response.headers, Date.now())))
    const parsed = v.safeParse<v.GenericSchema<unknown, ResponseOf<N>>>(schema, json)
    if (!parsed.success) return fail({ code: 'foreign-answer', status: response.status })
    return ok(parsed.output)
  }

  const fetchCsrfToken = async (): Promise<Result<string, ApiFailure>> => {
    const result = await send<'csrfCookie'>(coachApi.csrfCookie, { method: 'GET', timeout: csrfTimeoutMs })
    if (result.ok) return ok(result.value.token)
    csrfToken = undefined
    return result
  }

  const call: ProductApiClient['call'] = async <N extends CallName>(
    name: N,
    body: BodyOf<N>,
    options: CallOptions = {},
  ) => {
    const row = coachRows[name] ?? (await loadAdminRows())[name]
    if (!row) return fail(failureWithoutResponse.network)
    const { signal, keepalive, timeout } = options
    const sendOptions = {
      ...(signal && { signal }),
      ...(keepalive !== undefined && { keepalive }),
      ...(timeout !== undefined && { timeout }),
    }
    if (row.method === 'GET') return send<N>(row, { method: 'GET', ...sendOptions }, Object(body))
    const post = async () => {
      const token = await (csrfToken ??= fetchCsrfToken())
      if (!token.ok) return fail<ApiFailure>({ ...token.error, beforeCall: true })
      return send<N>(row, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          [headers.csrf]: token.value,
          ...createEntryHeaders(options),
        },
        body: JSON.stringify(body),
        ...sendOptions,
      })
    }
    const result = await post()
    if (result.ok || result.error.code !== 'csrf-mismatch') return result
    // The server refused the token, which may have expired. A second attempt follows with a new one.
    csrfToken = undefined
    return post()
  }

  return { call }
}
