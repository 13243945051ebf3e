import type { GenericSchema } from 'valibot'
import type { ApiErrorCode } from '../../src/contract/errors.ts'
import type { ApiCall } from '../../src/contract/product-api/api-call.ts'
import { productApi, type CallName } from '../../src/contract/product-api.ts'
import { contentLists, idempotencyKey, token } from '../../src/contract/shapes.ts'

/** Whether the body of a call has a required field with this schema. */
const requires = (name: CallName, field: GenericSchema) => {
  const { body } = productApi[name]
  return 'entries' in body && Object.values<GenericSchema>(body.entries).includes(field)
}

/** Every code with which a call can be refused. */
export const callErrors = (name: CallName): ApiErrorCode[] => {
  const { method, access, delivery, body, errors = [] }: ApiCall = productApi[name]
  return [
    ...(method === 'POST' ? (['csrf-mismatch', 'not-json', 'too-large', 'bad-json'] as const) : []),
    ...(body.type === 'undefined' ? [] : (['invalid-body'] as const)),
    ...(access === 'anyone' ? [] : (['signed-out', 'account-erased'] as const)),
    ...(access === 'customer' ? (['other-customer'] as const) : []),
    ...(access === 'admin' ? (['admin-only'] as const) : []),
    ...(delivery === 'outbox' ? (['key-missing', 'key-reused', 'schema-unknown'] as const) : []),
    ...(delivery === 'direct' && contentLists.some((list) => requires(name, list))
      ? (['schema-unknown'] as const)
      : []),
    // An admin's call that delivers a customer's entry gets the refusals that the customer would get.
    ...(access === 'admin' && requires(name, idempotencyKey)
      ? (['other-customer', 'not-found', 'key-reused', 'schema-unknown'] as const)
      : []),
    ...(requires(name, token) ? (['identity-refused', 'account-erased', 'provider-away'] as const) : []),
    ...errors,
    ...(['method-not-allowed', 'too-many-requests', 'server-failed', 'maintenance'] as const),
  ]
}
