import { productApi, type CallName } from '../../contract/product-api.ts'
import { createProductApiClient, type ApiFailure } from '../../contract/product-api-client.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

export type Answers = { [N in CallName]?: () => Result<unknown, ApiFailure> }

export const noNetwork = (): Result<never, ApiFailure> => fail({ code: 'no-answer', status: 0 })

const callNames = new Map<string, string>(Object.entries(productApi).map(([name, { path }]) => [path, name]))

const responseOf = (answer: Result<unknown, ApiFailure>): Response => {
  if (answer.ok) return Response.json(answer.value)
  const { code, status } = answer.error
  if (status === 0) throw new TypeError('Failed to fetch')
  return Response.json({ error: { code, message: code, request_id: 'r' } }, { status })
}

/** The product API's client over a network that answers as told and remembers what was asked. */
export const productApiOf = (answers: Answers) => {
  const calls: { name: string; body: unknown }[] = []
  const told = new Map(Object.entries(answers))
  const api = createProductApiClient({
    origin: '',
    fetch: async (url, { body }) => {
      const name = callNames.get(url) ?? url
      if (name === 'csrfCookie') return Response.json({ token: 'csrf' })
      calls.push({ name, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      return responseOf(told.get(name)?.() ?? noNetwork())
    },
  })
  return {
    api,
    calls,
    tell: (name: CallName, answer: () => Result<unknown, ApiFailure>) => void told.set(name, answer),
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
  }) satisfies Answers
