import type { ApiFailure } from '../../../contract/api-failure.ts'
import { errors } from '../../../contract/errors.ts'
import { loyaltyErrors } from '../../../contract/loyalty/loyalty-errors.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import type { FaultKind, ProviderFault } from '../provider.ts'

/** The kinds of fault by the provider's error numbers. */
const kindByNumber: Readonly<Record<string, FaultKind>> = {
  [loyaltyErrors.emailExists]: 'user-exists',
  [loyaltyErrors.userUnknown]: 'user-unknown',
  [loyaltyErrors.passwordWrong]: 'password-wrong',
  [loyaltyErrors.accountLocked]: 'account-locked',
  [loyaltyErrors.passwordWeak]: 'password-weak',
  [loyaltyErrors.resetTokenWrong]: 'code-wrong',
  [loyaltyErrors.resetTokenExpired]: 'code-expired',
  [loyaltyErrors.tokenExpired]: 'session-ended',
  [loyaltyErrors.invalidToken]: 'session-ended',
  [loyaltyErrors.invalidRefreshToken]: 'session-ended',
  [loyaltyErrors.tooManyRequests]: 'too-many-requests',
  [loyaltyErrors.failed]: 'service',
  [loyaltyErrors.invalidVendorCredential]: 'not-set-up',
}

const classifyFailure = (failure: ServiceFailure): FaultKind => {
  if (failure.kind === 'network' || failure.kind === 'no-response') return failure.kind
  if (failure.kind === 'unreadable') return 'service'
  const kind = Object.hasOwn(kindByNumber, failure.code) ? kindByNumber[failure.code] : undefined
  return kind ?? (failure.status >= 500 ? 'service' : 'other')
}

/** Returns the fault for a failed call of the loyalty provider. */
export const toLoyaltyFault = (failure: ServiceFailure): ProviderFault => ({
  kind: classifyFailure(failure),
  name: failure.kind === 'refused' ? `loyalty ${failure.code}` : `loyalty ${failure.kind}`,
})

/**
 * Returns the fault for a failed refresh of the tokens. Every refusal means that the session is over
 * (specification §7). A lost connection or a failing server is not a refusal.
 */
export const toRefreshFault = (failure: ServiceFailure): ProviderFault => {
  const fault = toLoyaltyFault(failure)
  const isTemporary = ['network', 'no-response', 'service', 'too-many-requests'].includes(fault.kind)
  return isTemporary ? fault : { ...fault, kind: 'session-ended' }
}

/**
 * Returns the kind of fault for a failed call of the product API that stands in for a call of the provider.
 */
export const classifyApiFailure = ({ code, timedOut }: ApiFailure): FaultKind => {
  if (timedOut) return 'no-response'
  if (code === 'too-many-requests') return code
  if (errors[code].next === 'sign-in') return 'session-ended'
  return errors[code].message === 'error.network' ? 'network' : 'service'
}
