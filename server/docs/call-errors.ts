import type { ApiErrorCode } from '../../src/contract/errors.ts'
import { productApi, type CallName } from '../../src/contract/product-api.ts'

/** Calls that believe a token in their body, once it is verified. */
const tokenCalls: ReadonlySet<CallName> = new Set(['login', 'getCustomer', 'checkCustomer', 'resetTokens'])

/** Calls that bring a customer's entry, and are refused as the customer would be. */
const bringing: ReadonlySet<CallName> = new Set(['rescueEntry'])

/** Every code that a call can be refused with. */
export const callErrors = (name: CallName): ApiErrorCode[] => {
  const { method, access, delivery, body } = productApi[name]
  return [
    ...(method === 'POST' ? (['csrf-mismatch', 'not-json', 'too-large', 'bad-json'] as const) : []),
    ...(body.type === 'undefined' ? [] : (['invalid-body'] as const)),
    ...(access === 'anyone' ? [] : (['signed-out'] as const)),
    ...(access === 'customer' ? (['other-customer'] as const) : []),
    ...(access === 'admin' ? (['admin-only'] as const) : []),
    ...(delivery === 'outbox' ? (['key-missing', 'key-reused', 'schema-unknown'] as const) : []),
    ...(bringing.has(name) ? (['other-customer', 'not-found', 'key-reused', 'schema-unknown'] as const) : []),
    ...(tokenCalls.has(name) ? (['identity-refused'] as const) : []),
    ...(['method-not-allowed', 'too-many-requests', 'server-failed', 'maintenance'] as const),
  ]
}
