import * as v from 'valibot'
import { parseJson } from '../lib/parse-json.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import {
  credentialHeaders,
  type Credentials,
  type ServiceResponse,
  type SentBody,
  type Service,
  type CallsOf,
  type ServiceRefusal,
} from './service-call.ts'

/**
 * Why a call failed. `network`: no response came, or only a part of it. `unreadable`: a response that is not the
 * service's, such as a gateway's or a captive portal's page. `refused`: the service said no.
 */
export type ServiceFailure =
  | { kind: 'network' }
  | { kind: 'unreadable'; status: number }
  | ({ kind: 'refused'; status: number } & ServiceRefusal)

/** Calls one service by the names of its table. Never throws for what the network or the service did. */
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
  /** without a trailing slash */
  address: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** The typed client of a service. */
export const createServiceClient = <T extends CallsOf<T>>({
  service,
  address,
  fetch,
}: Deps<T>): ServiceClient<T> => {
  const request = async (url: string, init: RequestInit) => {
    try {
      const response = await fetch(url, { ...init, credentials: 'omit', cache: 'no-store' })
      return { ok: response.ok, status: response.status, content: parseJson(await response.text()) }
    } catch {
      return undefined
    }
  }

  const call: ServiceClient<T>['call'] = async (name, body, credentials, options = {}) => {
    const row = service.calls[name]
    const { method, path } = row
    const headers = credentialHeaders(credentials)
    const received = await request(
      address + path,
      method === 'GET'
        ? { method, headers, ...options }
        : {
            method,
            headers: { ...headers, 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
            ...options,
          },
    )
    if (!received) return fail({ kind: 'network' })
    const { status, content } = received
    // The loyalty provider refuses with status 200 too, so the refusal is looked for first.
    const refusal = v.safeParse(service.refusal, content)
    if (refusal.success) return fail({ kind: 'refused', status, ...refusal.output })
    const parsed = v.safeParse<T[typeof name]['response']>(row.response, content)
    return received.ok && parsed.success ? ok(parsed.output) : fail({ kind: 'unreadable', status })
  }

  return { call }
}
