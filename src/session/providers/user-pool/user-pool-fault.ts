import { fail, ok } from '../../../lib/result.ts'
import type { ProviderResult, FaultKind, ProviderFault } from '../provider.ts'

/** Cognito's exceptions and the library's own, each with what it means for a coach. */
const kinds: Record<string, FaultKind> = {
  NetworkError: 'network',
  TimeoutError: 'no-response',
  InternalErrorException: 'service',
  ServiceUnavailableException: 'service',
  UnexpectedLambdaException: 'service',
  // A 5xx without an exception of its own reaches us under the library's name for an unknown error.
  Unknown: 'service',
  UnknownError: 'service',
  // A response that is not JSON: a proxy's or a captive portal's page.
  SyntaxError: 'service',
  LimitExceededException: 'too-many-requests',
  TooManyRequestsException: 'too-many-requests',
  TooManyFailedAttemptsException: 'too-many-requests',
  ThrottlingException: 'too-many-requests',
  // The pool's firewall, which has no other rules than limits (`deploy/aws/pool-firewall.ts`).
  ForbiddenException: 'too-many-requests',
  UsernameExistsException: 'user-exists',
  AliasExistsException: 'user-exists',
  UserNotFoundException: 'user-unknown',
  UserNotConfirmedException: 'user-unconfirmed',
  NotAuthorizedException: 'password-wrong',
  InvalidPasswordException: 'password-weak',
  CodeMismatchException: 'code-wrong',
  ExpiredCodeException: 'code-expired',
  UserUnAuthenticatedException: 'session-ended',
  TokenRevokedException: 'session-ended',
  RefreshTokenReuseException: 'session-ended',
}

/** The library's own refusals of a name, password or code that is empty, before the pool is called. */
const isEmptyField = (name: string): boolean => name.startsWith('Empty')

const kindOf = (name: string): FaultKind => {
  if (isEmptyField(name)) return 'field-empty'
  return (Object.hasOwn(kinds, name) && kinds[name]) || 'other'
}

/** An exception by its name, as a fault. */
export const faultNamed = (name: string): ProviderFault => ({ kind: kindOf(name), name })

/** What the library threw, as a fault. */
export const userPoolFault = (error: unknown): ProviderFault =>
  faultNamed(error instanceof Error ? error.name : 'Unknown')

/** The same for a call of a signed-in coach: one exception stands for a wrong password and for an invalid token. */
export const signedInFault = (error: unknown): ProviderFault => {
  const fault = userPoolFault(error)
  const isTokenRefused = error instanceof Error && error.message.includes('Access Token')
  return fault.kind === 'password-wrong' && isTokenRefused ? { ...fault, kind: 'session-ended' } : fault
}

/** Cognito refuses a second confirmation this way: the first one did arrive, only its response was lost. */
export const isConfirmedAlready = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'NotAuthorizedException' &&
  error.message.includes('Current status is CONFIRMED')

/** Does work of the library; returns a fault instead of throwing. */
export const attempt = async <T>(work: () => Promise<T>, faultOf = userPoolFault): ProviderResult<T> => {
  try {
    return ok(await work())
  } catch (error) {
    return fail(faultOf(error))
  }
}
