import type { ApiFailure } from '../../contract/api-failure.ts'
import { createProductApiClient } from '../../contract/product-api-client.ts'
import { productApi, type CallName } from '../../contract/product-api.ts'
import { adminApi } from '../../contract/product-api/admin/admin-api.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

export type Responses = { [N in CallName]?: () => Result<unknown, ApiFailure> }

export const noNetwork = (): Result<never, ApiFailure> => fail({ code: 'no-answer', status: 0 })

const callNames = new Map<string, string>(Object.entries(productApi).map(([name, { path }]) => [path, name]))

const toResponse = (result: Result<unknown, ApiFailure>): Response => {
  if (result.ok) return Response.json(result.value)
  const { code, status } = result.error
  if (status === 0) throw new TypeError('Failed to fetch')
  return Response.json({ error: { code, message: code, request_id: 'r' } }, { status })
}

/** A product API client over a network with the given responses. It records its calls. */
export const createProductApi = (responses: Responses) => {
  const calls: { name: string; body: unknown }[] = []
  const given = new Map(Object.entries(responses))
  const api = createProductApiClient({
    origin: '',
    loadAdminApi: async () => adminApi,
    fetch: async (url, { body }) => {
      const name = callNames.get(url) ?? url
      if (name === 'csrfCookie') return Response.json({ token: 'csrf' })
      calls.push({ name, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      return toResponse(given.get(name)?.() ?? noNetwork())
    },
  })
  return {
    api,
    calls,
    respond: (name: CallName, response: () => Result<unknown, ApiFailure>) => void given.set(name, response),
  }
}

const customer = {
  customer_id: 'user-1',
  country: 'BR',
  language: 'PT',
  admin: false,
  registered: true,
  created_at: '2026-01-01T00:00:00.000Z',
}

export const healthyApi = () =>
  ({
    login: () => ok({ customer }),
    logout: () => ok({ ended: true }),
    checkCustomer: () => ok({ known: true, registered: true }),
    tokenValidation: () => ok({ valid: true }),
    resetTokens: () => ok({ ended: 1 }),
  }) satisfies Responses
