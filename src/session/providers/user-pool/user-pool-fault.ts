import { fail, ok } from '../../../lib/result.ts'
import type { ProviderResult, FaultKind, ProviderFault } from '../provider.ts'

/** Cognito's exceptions and the library's own, each with what it means for a coach. */
const kinds: Record<string, FaultKind> = {
  NetworkError: 'network',
  // What `limitCognitoCalls` makes of a lost network and of a 5xx.
  ConnectionError: 'network',
  ServiceError: 'service',
  TimeoutError: 'no-response',
  InternalErrorException: 'service',
  ServiceUnavailableException: 'service',
  UnexpectedLambdaException: 'service',
  InvalidLambdaResponseException: 'service',
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
  PasswordResetRequiredException: 'reset-required',
  PasswordHistoryPolicyViolationException: 'password-used',
  NotAuthorizedException: 'password-wrong',
  InvalidPasswordException: 'password-weak',
  CodeMismatchException: 'code-wrong',
  ExpiredCodeException: 'code-expired',
  CodeDeliveryFailureException: 'code-not-sent',
  InvalidParameterException: 'field-invalid',
  ResourceNotFoundException: 'not-set-up',
  InvalidUserPoolConfigurationException: 'not-set-up',
  UserUnAuthenticatedException: 'session-ended',
  TokenRevokedException: 'session-ended',
  RefreshTokenReuseException: 'session-ended',
}

/** The library's own refusals of a name, password or code that is empty, before the pool is called. */
const isEmptyField = (name: string): boolean => name.startsWith('Empty')

/** Exceptions that stand for several things, and what their messages begin with. */
const kindsByMessage: readonly (readonly [exception: string, message: string, kind: FaultKind])[] = [
  ['NotAuthorizedException', 'Password attempts exceeded', 'password-attempts'],
  ['NotAuthorizedException', 'User is disabled', 'user-disabled'],
  ['NotAuthorizedException', 'Temporary password has expired', 'temporary-password'],
  ['NotAuthorizedException', 'User password cannot be reset in the current state', 'temporary-password'],
  ['NotAuthorizedException', 'SignUp is not permitted', 'not-set-up'],
  // The pool's threat protection: the password may well be right.
  ['NotAuthorizedException', 'Unable to login because of security reasons', 'other'],
  ['NotAuthorizedException', 'Request not allowed due to security reasons', 'other'],
  ['InvalidParameterException', 'USER_SRP_AUTH is not enabled', 'not-set-up'],
  ['InvalidParameterException', 'User is already confirmed', 'user-confirmed'],
  ['InvalidParameterException', 'Cannot reset password for the user as there is no', 'user-unconfirmed'],
]

const kindOf = (name: string, message: string): FaultKind => {
  if (isEmptyField(name)) return 'field-empty'
  const told = kindsByMessage.find(([exception, start]) => exception === name && message.startsWith(start))
  return told?.[2] ?? ((Object.hasOwn(kinds, name) && kinds[name]) || 'other')
}

/** What tells an error of a program from a sentence for people. */
const programWords =
  /[{}<>[\]()=_/\\"`]|\d{3}|(?:error|exception)\b|\b(?:undefined|null|json|token|lambda|timed? ?out)\b/i

/** What a trigger of the pool says to people. Cognito puts `PreSignUp failed with error ` before it, and a full stop after it. */
const triggerText = (message: string): string | undefined => {
  const text = /^\w+ failed with error (.+)$/s.exec(message)?.[1]?.replace(/(?<=[.!?])\.$/, '')
  const isSentence = text !== undefined && /^[\p{Lu}¿¡].* /su.test(text) && text.length <= 200
  return isSentence && !programWords.test(text) ? text : undefined
}

/** An exception by its name, as a fault. */
export const faultNamed = (name: string, message = ''): ProviderFault => {
  const text = name === 'UserLambdaValidationException' ? triggerText(message) : undefined
  return { kind: kindOf(name, message), name, ...(text && { text }) }
}

/** What the library threw, as a fault. */
export const userPoolFault = (error: unknown): ProviderFault =>
  error instanceof Error ? faultNamed(error.name, error.message) : faultNamed('Unknown')

/** A sign-in that the pool does not finish with the password alone, as a fault. */
export const unfinishedSignIn = (signInStep: string): ProviderFault => {
  const kinds: Record<string, FaultKind> = {
    CONFIRM_SIGN_UP: 'user-unconfirmed',
    RESET_PASSWORD: 'reset-required',
  }
  return { kind: kinds[signInStep] ?? 'other', name: signInStep }
}

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
