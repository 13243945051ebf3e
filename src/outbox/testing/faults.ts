import type { ApiErrorCode } from '../../contract/errors.ts'
import { refusal } from './in-memory-product-api.ts'

/** What happens to one request in the network or on the server. */
export type Fault =
  | { kind: 'none' | 'no-network' | 'lost-answer' | 'portal' | 'forged' }
  | { kind: 'refusal'; code: ApiErrorCode; retryAfter?: number }

const forged = async (answer: Response): Promise<Response> =>
  new Response(
    (await answer.text()).replace(/"signature":"[^"]*"/, `"signature":"${'A'.repeat(86)}"`),
    answer,
  )

/** Applies a fault to a request. */
export const faulty = async (fault: Fault, answer: () => Promise<Response>): Promise<Response> => {
  if (fault.kind === 'no-network') throw new TypeError('Failed to fetch')
  if (fault.kind === 'portal') return new Response('<h1>Welcome to the Wi-Fi</h1>')
  if (fault.kind === 'refusal') return refusal(fault.code, fault)
  const answered = await answer()
  if (fault.kind === 'lost-answer') throw new TypeError('Failed to fetch')
  return fault.kind === 'forged' ? forged(answered) : answered
}
