import { fail, ok } from '../../../lib/result.ts'
import type { AwsFailure } from '../call-aws.ts'
import type { ProviderFailureKind, ProviderFailure, ProviderResult } from '../provider.ts'

/** The kinds of failure by the names of Cognito's and Amplify's exceptions. */
const kindByException: Record<string, ProviderFailureKind> = {
  NetworkError: 'network',
  // Our wrapper of Amplify's requests (`limitCognitoCalls`) throws these two for a lost network and for a
  // 5xx.
  ConnectionError: 'network',
  ServiceError: 'service',
  TimeoutError: 'no-response',
  InternalErrorException: 'service',
  ServiceUnavailableException: 'service',
  UnexpectedLambdaException: 'service',
  InvalidLambdaResponseException: 'service',
  // Amplify's names for a 5xx without an exception.
  Unknown: 'service',
  UnknownError: 'service',
  // A response that is not JSON, for example the page of a proxy or a captive portal.
  SyntaxError: 'service',
  LimitExceededException: 'too-many-requests',
  TooManyRequestsException: 'too-many-requests',
  TooManyFailedAttemptsException: 'too-many-requests',
  ThrottlingException: 'too-many-requests',
  // The pool's firewall, whose only rules are rate limits (`deploy/aws/edge/pool-firewall.ts`).
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
  // The code of a new authenticator app, which the coach has just set up.
  EnableSoftwareTokenMFAException: 'code-wrong',
  ExpiredCodeException: 'code-expired',
  CodeDeliveryFailureException: 'code-not-sent',
  InvalidParameterException: 'field-invalid',
  ResourceNotFoundException: 'not-set-up',
  InvalidUserPoolConfigurationException: 'not-set-up',
  SoftwareTokenMFANotFoundException: 'not-set-up',
  // Amplify's names for what the browser's prompt for a passkey reports.
  PasskeyNotSupported: 'passkey-unsupported',
  PasskeyAlreadyExists: 'passkey-exists',
  PasskeyRegistrationCanceled: 'passkey-cancelled',
  PasskeyAuthenticationCanceled: 'passkey-cancelled',
  PasskeyOperationAborted: 'passkey-cancelled',
  PasskeyRegistrationFailed: 'passkey-unsupported',
  PasskeyRetrievalFailed: 'passkey-unsupported',
  WebAuthnCredentialNotSupportedException: 'passkey-unsupported',
  // The browser or the pool knows this site under another address.
  RelyingPartyMismatch: 'passkey-unsupported',
  WebAuthnRelyingPartyMismatchException: 'passkey-unsupported',
  WebAuthnOriginNotAllowedException: 'passkey-unsupported',
  // The pool offers no passkeys.
  InvalidPasskeyRegistrationOptions: 'not-set-up',
  InvalidPasskeyAuthenticationOptions: 'not-set-up',
  WebAuthnNotEnabledException: 'not-set-up',
  WebAuthnConfigurationMissingException: 'not-set-up',
  // Another tab has started a registration, or this one took too long.
  WebAuthnChallengeNotFoundException: 'challenge-over',
  WebAuthnClientMismatchException: 'challenge-over',
  // Amplify no longer knows the challenge, because the page was reloaded too late.
  SignInException: 'challenge-over',
  // Amplify itself, for a factor that it does not know. The forms offer none, so the form is of another step.
  IncorrectMFAMethod: 'challenge-over',
  UserUnAuthenticatedException: 'session-ended',
  TokenRevokedException: 'session-ended',
  RefreshTokenReuseException: 'session-ended',
}

/** Whether Amplify itself refused an empty name, password or code, before calling the pool. */
const isEmptyField = (name: string): boolean => name.startsWith('Empty')

/** Exceptions with several meanings, which are distinguished by the start of their messages. */
const kindsByMessage: readonly (readonly [exception: string, message: string, kind: ProviderFailureKind])[] =
  [
    ['NotAuthorizedException', 'Password attempts exceeded', 'password-attempts'],
    ['NotAuthorizedException', 'User is disabled', 'user-disabled'],
    ['NotAuthorizedException', 'Temporary password has expired', 'temporary-password'],
    ['NotAuthorizedException', 'User password cannot be reset in the current state', 'temporary-password'],
    ['NotAuthorizedException', 'SignUp is not permitted', 'not-set-up'],
    // The session of a challenge has expired or was already used, or the pool has turned off the factor.
    ['NotAuthorizedException', 'Invalid session for the user', 'challenge-over'],
    // Amplify itself, for a challenge that it does not know.
    ['SignInException', 'An error occurred during the sign in process.', 'challenge-unknown'],
    ['SignInException', 'Cannot initiate MFA setup', 'challenge-unknown'],
    ['ExpiredCodeException', 'Your software token has already been used', 'code-used'],
    // The pool's threat protection. The password may be right.
    ['NotAuthorizedException', 'Unable to login because of security reasons', 'security-blocked'],
    ['NotAuthorizedException', 'Request not allowed due to security reasons', 'security-blocked'],
    // The quota of emails of a pool without its own mail service. It is renewed once a day.
    ['LimitExceededException', 'Exceeded daily email limit', 'daily-email-limit'],
    ['InvalidParameterException', 'USER_SRP_AUTH is not enabled', 'not-set-up'],
    ['InvalidParameterException', 'USER_AUTH flow not enabled', 'not-set-up'],
    ['InvalidParameterException', 'User is already confirmed', 'user-confirmed'],
    ['InvalidParameterException', 'Cannot reset password for the user as there is no', 'user-unconfirmed'],
  ]

const classifyException = (name: string, message: string): ProviderFailureKind => {
  if (isEmptyField(name)) return 'field-empty'
  for (const [exception, start, kind] of kindsByMessage)
    if (exception === name && message.startsWith(start)) return kind
  return (Object.hasOwn(kindByException, name) && kindByException[name]) || 'other'
}

/** Match a text that is written for programmers, as opposed to a sentence for people. */
const technicalPatterns: readonly RegExp[] = [
  /[{}<>[\]()=_/\\"`]/,
  // An HTTP status, as opposed to a part of a phone number: after such a word, or at the end.
  /\b(?:code|http|status)\W{0,2}\d{3}\b/i,
  /\b[45]\d\d\b(?=\W*$)/,
  /(?:error|exception)\b/i,
  /\b(?:undefined|null|json|token|lambda|timed? ?out)\b/i,
]

/**
 * Extracts the sentence for people from an error of a trigger in the pool. Cognito puts
 * `PreSignUp failed with error ` before the sentence and a full stop after it.
 */
const extractTriggerText = (message: string): string | undefined => {
  const text = /^\w+ failed with error (.+)$/s.exec(message)?.[1]?.replace(/(?<=[.!?])\.$/, '')
  // A sentence begins with a capital letter or an opening mark, and has more than one word.
  const isSentence = text !== undefined && /^[\p{Lu}¿¡].* /su.test(text) && text.length <= 200
  return isSentence && !technicalPatterns.some((pattern) => pattern.test(text)) ? text : undefined
}

/** Converts an exception by its name and message. */
const toExceptionFailure = (name: string, message = ''): ProviderFailure => {
  const text = name === 'UserLambdaValidationException' ? extractTriggerText(message) : undefined
  return { kind: classifyException(name, message), name, ...(text && { text }) }
}

/** Converts an error that Amplify threw. */
export const toUserPoolFailure = (error: unknown): ProviderFailure =>
  error instanceof Error ? toExceptionFailure(error.name, error.message) : toExceptionFailure('Unknown')

/** Converts the failure of a call without Amplify. An unreadable response counts as a failure of the pool. */
export const toProviderFailure = ({ kind, name }: AwsFailure): ProviderFailure =>
  toExceptionFailure(kind === 'unreadable' ? 'Unknown' : name)

/**
 * Converts the error of a call of a signed-in coach. Cognito uses the same exception for a wrong password and
 * for an invalid access token.
 */
export const toSignedInFailure = (error: unknown): ProviderFailure => {
  const failure = toUserPoolFailure(error)
  const isTokenRefused = error instanceof Error && error.message.includes('Access Token')
  return failure.kind === 'password-wrong' && isTokenRefused ? { ...failure, kind: 'session-ended' } : failure
}

/**
 * Whether Cognito refused a confirmation because the account is already confirmed. This happens if the
 * response was lost and the coach repeats the confirmation.
 */
export const isAlreadyConfirmed = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'NotAuthorizedException' &&
  error.message.includes('Current status is CONFIRMED')

/** Runs a function of Amplify. Returns a failure instead of throwing. */
export const toResult = async <T>(
  work: () => Promise<T>,
  toFailure = toUserPoolFailure,
): ProviderResult<T> => {
  try {
    return ok(await work())
  } catch (error) {
    return fail(toFailure(error))
  }
}
