import { errors } from '../../../contract/errors.ts'
import type { ApiFailure } from '../../../contract/api-failure.ts'
import type { FaultKind } from '../provider.ts'

/** A failure of the product API as a fault, for calls that it forwards to the provider. */
export const kindOfApiFailure = ({ code, timedOut }: ApiFailure): FaultKind => {
  if (timedOut) return 'no-response'
  if (code === 'too-many-requests') return code
  if (errors[code].next === 'sign-in') return 'session-ended'
  return errors[code].message === 'error.network' ? 'network' : 'service'
}
