import type { GenericSchema } from 'valibot'
import type { ApiErrorCode } from '../../src/contract/errors.ts'
import { productApi, type CallName } from '../../src/contract/product-api.ts'
import type { ApiCall } from '../../src/contract/product-api/api-call.ts'
import { contentLists, idempotencyKey, token } from '../../src/contract/shared-schemas.ts'

/**
 * Whether the body of a call has a required field with this schema. Compares schemas by identity, because
 * calls share them. A schema in `v.optional` does not match.
 */
const hasRequiredField = (name: CallName, field: GenericSchema) => {
  const { body } = productApi[name]
  return 'entries' in body && Object.values<GenericSchema>(body.entries).includes(field)
}

const listCodesIf = (condition: boolean, ...codes: ApiErrorCode[]): ApiErrorCode[] => (condition ? codes : [])

/** Returns every error code of a call, for the API document. Derives them from the contract of the call. */
export const listCallErrors = (name: CallName): ApiErrorCode[] => {
  const { method, access, delivery, body, errors = [] }: ApiCall = productApi[name]
  const needsSession = access !== 'anyone'
  const hasContentField = contentLists.some((list) => hasRequiredField(name, list))
  const isForAdmins = access !== 'anyone' && access !== 'customer'
  const isDeliveryForCustomer = isForAdmins && hasRequiredField(name, idempotencyKey)
  return [
    // Only a POST has a body and needs protection against request forgery.
    ...listCodesIf(method === 'POST', 'csrf-mismatch', 'not-json', 'too-large', 'bad-json'),
    ...listCodesIf(body.type !== 'undefined', 'invalid-body'),
    ...listCodesIf(needsSession, 'signed-out', 'account-erased'),
    ...listCodesIf(access === 'customer', 'other-customer'),
    ...listCodesIf(isForAdmins, 'admin-only'),
    ...listCodesIf(isForAdmins && access !== 'unproved-admin', 'second-factor-needed'),
    ...listCodesIf(delivery === 'outbox', 'key-missing', 'key-reused', 'schema-unknown'),
    // A newer app may send content that this server does not know yet, such as the id of a new module.
    ...listCodesIf(delivery === 'direct' && hasContentField, 'schema-unknown'),
    // An admin's call that delivers a customer's entry gets the errors that the customer would get.
    ...listCodesIf(isDeliveryForCustomer, 'other-customer', 'not-found', 'key-reused', 'schema-unknown'),
    // The token comes from an identity provider. Verifying it may need that provider.
    ...listCodesIf(hasRequiredField(name, token), 'identity-refused', 'account-erased', 'provider-away'),
    ...errors,
    'method-not-allowed',
    'too-many-requests',
    'server-failed',
    'maintenance',
  ]
}
