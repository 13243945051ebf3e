import type { ApiFailure } from '../../../contract/api-failure.ts'
import { errors } from '../../../contract/errors.ts'
import { loyaltyErrors } from '../../../contract/loyalty/loyalty-errors.ts'
import type { ServiceFailure } from '../../../contract/service-client.ts'
import type { ProviderFailureKind, ProviderFailure } from '../provider.ts'

/** The kinds of failure by the provider's error numbers. */
const kindByNumber: Readonly<Record<string, ProviderFailureKind>> = {
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

const classifyServiceFailure = (failure: ServiceFailure): ProviderFailureKind => {
  if (failure.kind === 'network' || failure.kind === 'no-response') return failure.kind
  if (failure.kind === 'unreadable') return 'service'
  const kind = Object.hasOwn(kindByNumber, failure.code) ? kindByNumber[failure.code] : undefined
  return kind ?? (failure.status >= 500 ? 'service' : 'other')
}

/** Converts the failure of a call of the loyalty provider. */
export const toLoyaltyFailure = (failure: ServiceFailure): ProviderFailure => ({
  kind: classifyServiceFailure(failure),
  name: failure.kind === 'refused' ? `loyalty ${failure.code}` : `loyalty ${failure.kind}`,
})

/**
 * Converts the failure of a refresh of the tokens. Every refusal means that the session is over
 * (specification §7). A lost connection or a failing server is not a refusal.
 */
export const toRefreshFailure = (serviceFailure: ServiceFailure): ProviderFailure => {
  const failure = toLoyaltyFailure(serviceFailure)
  const isTemporary = ['network', 'no-response', 'service', 'too-many-requests'].includes(failure.kind)
  return isTemporary ? failure : { ...failure, kind: 'session-ended' }
}

/**
 * Classifies the failure of a product API call that replaces a call of the provider.
 */
export const classifyApiFailure = ({ code, timedOut }: ApiFailure): ProviderFailureKind => {
  if (timedOut) return 'no-response'
  if (code === 'too-many-requests') return code
  if (errors[code].next === 'sign-in') return 'session-ended'
  return errors[code].message === 'error.network' ? 'network' : 'service'
}
