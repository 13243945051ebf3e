import * as v from 'valibot'
import { requestJson, type Fetch } from '../lib/http/request-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import {
  createCredentialHeaders,
  type CallsOf,
  type Credentials,
  type SentBody,
  type Service,
  type ServiceRefusal,
  type ServiceResponse,
} from './service-call.ts'

/**
 * Why a call failed. `network`: the connection failed before the response was complete. `no-response`: the
 * response did not arrive in time. `unreadable`: the response does not have the service's format, for example
 * because it comes from a captive portal or proxy. `refused`: the service refused the call.
 */
export type ServiceFailure =
  | { kind: 'network' }
  | { kind: 'no-response' }
  | { kind: 'unreadable'; status: number }
  | ({ kind: 'refused'; status: number } & ServiceRefusal)

/** Makes calls of a service by their names. Does not throw for failures of the network or the service. */
export type ServiceClient<T extends CallsOf<T>> = {
  call: <N extends keyof T & string>(
    name: N,
    body: SentBody<T[N]>,
    credentials: Credentials[T[N]['auth']],
    options?: { signal?: AbortSignal },
  ) => Promise<Result<ServiceResponse<T[N]>, ServiceFailure>>
}

type Deps<T extends CallsOf<T>> = {
  service: Service<T>
  /** Without a trailing slash. */
  baseUrl: string
  fetch: Fetch
}

/** Creates the client of an external service. It sends no cookies. */
export const createServiceClient = <T extends CallsOf<T>>({
  service,
  baseUrl,
  fetch,
}: Deps<T>): ServiceClient<T> => {
  const send: ServiceClient<T>['call'] = async (name, body, credentials, options = {}) => {
    const call = service.calls[name]
    const { method, path } = call
    const headers = createCredentialHeaders(credentials)
    const jsonContent = {
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }
    const content = method === 'GET' ? { headers } : jsonContent
    const init = { method, ...content, ...options, credentials: 'omit' } as const
    const exchange = await requestJson(fetch, baseUrl + path, init)
    if (!exchange.ok) return fail({ kind: exchange.error })
    const { response, json } = exchange.value
    const { status } = response
    // Checks for a refusal first, because the loyalty provider may refuse with status 200.
    const refusal = v.safeParse(service.refusal, json)
    if (refusal.success) return fail({ kind: 'refused', status, ...refusal.output })
    const parsed = v.safeParse<T[typeof name]['response']>(call.response, json)
    return response.ok && parsed.success ? ok(parsed.output) : fail({ kind: 'unreadable', status })
  }

  return { call: send }
}
