import { expect, test } from 'vitest'
import type { ServiceFailure } from '../contract/service-client.ts'
import type { AuthAction } from './provider-error-messages.ts'
import { toAuthFailure, type AuthFailure } from './auth-failure.ts'
import { toLoyaltyFailure, toRefreshFailure } from './providers/loyalty/loyalty-failure.ts'
import type { ProviderFailureKind } from './providers/provider.ts'
import { toUserPoolFailure } from './providers/user-pool/user-pool-failure.ts'
import { providerRetry } from './retry-policies.ts'

const thrown = (name: string, message = 'refused') => Object.assign(new Error(message), { name })

const messages = (step: AuthAction, exception: string) =>
  toAuthFailure(step, toUserPoolFailure(thrown(exception)))

// Specification §8: every row of the user pool.
test.each<[AuthAction, string, string]>([
  ['sign-up', 'UsernameExistsException', 'errorMessage.authEmail'],
  ['sign-up', 'InvalidPasswordException', 'errorMessage.passwordTooWeak'],
  ['sign-up', 'InvalidParameterException', 'errorMessage.authSignUp'],
  ['sign-up', 'NetworkError', 'errorMessage.authSignUp'],
  ['sign-in', 'NotAuthorizedException', 'errorMessage.passwordIsWrong'],
  ['sign-in', 'UserNotConfirmedException', 'errorMessage.authEmailNotConfirmed'],
  ['sign-in', 'UserNotFoundException', 'errorMessage.authSignUpUserNotFound'],
  ['sign-in', 'LimitExceededException', 'errorMessage.authLoginError'],
  ['sign-in', 'InternalErrorException', 'errorMessage.authLoginError'],
  ['sign-in', 'NetworkError', 'errorMessage.authLoginError'],
  ['sign-in', 'SomethingNewException', 'errorMessage.authLoginError'],
  ['verification', 'CodeMismatchException', 'errorMessage.authCodeInsert'],
  ['verification', 'ExpiredCodeException', 'errorMessage.authCodeVerifyError'],
  ['verification', 'NotAuthorizedException', 'errorMessage.authCodeVerifyError'],
  ['verification', 'UserNotFoundException', 'errorMessage.authCodeVerifyError'],
  ['verification', 'NetworkError', 'errorMessage.authCodeVerifyError'],
  ['resend', 'LimitExceededException', 'errorMessage.authSendCodeNot'],
  ['forgot-password', 'UserNotFoundException', 'errorMessage.autoSignUpErrorUser'],
  ['forgot-password', 'LimitExceededException', 'errorMessage.authRecoveryPassword'],
  ['forgot-password', 'InvalidParameterException', 'errorMessage.authRecoveryPassword'],
  ['forgot-password', 'NetworkError', 'errorMessage.authRecoveryPassword'],
  ['reset-password', 'CodeMismatchException', 'errorMessage.authCodeInsert'],
  ['reset-password', 'LimitExceededException', 'forgotPassword.timeoutMessage'],
  ['reset-password', 'ExpiredCodeException', 'errorMessage.authSignUp'],
  ['reset-password', 'InvalidPasswordException', 'errorMessage.authSignUp'],
  ['reset-password', 'NetworkError', 'errorMessage.authSignUp'],
  ['change-password', 'NotAuthorizedException', 'changePassword.oldPasswordWrong'],
  ['change-password', 'InvalidPasswordException', 'errorMessage.passwordTooWeak'],
  ['change-password', 'InternalErrorException', 'errorMessage.authSignUp'],
  ['change-password', 'PasswordResetRequiredException', 'changePassword.resetRequired'],
  // Amplify's names for "Challenge response cannot be empty" and "Invalid MFA type".
  ['challenge', 'EmptyChallengeResponse', 'errorMessage.authCodeverify'],
  ['challenge', 'IncorrectMFAMethod', 'errorMessage.challengeOver'],
  ['session', 'TokenRevokedException', 'errorMessage.sessionExpired'],
  ['session', 'NotAuthorizedException', 'errorMessage.sessionExpired'],
  ['session', 'SomethingNewException', 'error.server'],
  ['session', 'NetworkError', 'error.network'],
])('%s: %s shows the message %s', (step, exception, message) => {
  expect(messages(step, exception).message).toBe(message)
})

const refused = (code: string, status = 200): ServiceFailure => ({ kind: 'refused', code, status })
const page: ServiceFailure = { kind: 'unreadable', status: 502 }
const lost: ServiceFailure = { kind: 'network' }

// Specification §8: every row of the loyalty provider, and failures that are not a response of the provider.
test.each<[AuthAction, ServiceFailure, string]>([
  ['sign-up', refused('200049'), 'errorMessage.authEmail'],
  ['sign-up', refused('299999'), 'errorMessage.authSignUp'],
  ['sign-up', refused('200500', 500), 'errorMessage.authSignUp'],
  ['sign-up', page, 'errorMessage.authSignUp'],
  ['sign-up', lost, 'errorMessage.authSignUp'],
  ['sign-in', refused('200037'), 'errorMessage.accountLocked'],
  ['sign-in', refused('200036'), 'errorMessage.authSignUpUserNotFound'],
  ['sign-in', refused('200035'), 'errorMessage.authSignUpUserNotFound'],
  ['sign-in', refused('299999'), 'errorMessage.authSignUpUserNotFound'],
  ['sign-in', refused('299999', 500), 'errorMessage.authLoginError'],
  ['sign-in', refused('200032'), 'errorMessage.authLoginError'],
  ['sign-up', refused('200032'), 'errorMessage.authSignUp'],
  ['sign-in', page, 'errorMessage.authLoginError'],
  ['sign-in', lost, 'errorMessage.authLoginError'],
  ['forgot-password', refused('200035'), 'errorMessage.autoSignUpErrorUser'],
  ['forgot-password', refused('299999'), 'errorMessage.autoSignUpErrorUser'],
  ['forgot-password', refused('200043'), 'errorMessage.authRecoveryPassword'],
  ['forgot-password', page, 'errorMessage.authRecoveryPassword'],
  ['forgot-password', lost, 'errorMessage.authRecoveryPassword'],
  ['reset-password', refused('200039'), 'errorMessage.authCodeInsert'],
  ['reset-password', refused('200043'), 'forgotPassword.timeoutMessage'],
  ['reset-password', refused('200040'), 'errorMessage.authSignUp'],
  ['reset-password', refused('299999'), 'errorMessage.authSignUp'],
  ['change-password', refused('200036'), 'changePassword.oldPasswordWrong'],
  ['change-password', refused('200033', 401), 'errorMessage.sessionExpired'],
  ['change-password', refused('299999'), 'errorMessage.authSignUp'],
])('loyalty, %s: %j shows the message %s', (step, failure, message) => {
  expect(toAuthFailure(step, toLoyaltyFailure(failure), 'loyalty').message).toBe(message)
})

test.each<[ServiceFailure, ProviderFailureKind]>([
  [refused('200042'), 'session-ended'],
  [refused('299999'), 'session-ended'],
  [refused('200500', 500), 'service'],
  [refused('200043'), 'too-many-requests'],
  [page, 'service'],
  [lost, 'network'],
])('a refresh that fails with %j means %s', (failure, kind) => {
  expect(toRefreshFailure(failure).kind).toBe(kind)
})

test.each([
  ['sign-in', 'NetworkError', 'error.network'],
  ['sign-in', 'InternalErrorException', 'error.providerUnavailable'],
  ['sign-up', 'LimitExceededException', 'forgotPassword.timeoutMessage'],
  ['sign-up', 'ForbiddenException', 'forgotPassword.timeoutMessage'],
  ['verification', 'ExpiredCodeException', 'errorMessage.codeExpired'],
  ['verification', 'AliasExistsException', 'errorMessage.authEmail'],
  ['verification', 'NotAuthorizedException', 'error.unexpected'],
  ['reset-password', 'NotAuthorizedException', 'error.unexpected'],
  ['resend', 'LimitExceededException', 'forgotPassword.timeoutMessage'],
  ['sign-in', 'SomethingNewException', 'error.unexpected'],
] as const)('%s: %s adds %s as the reason', (step, exception, reason) => {
  expect(messages(step, exception).reason).toBe(reason)
})

test.each(['sign-in', 'sign-up'] as const)('loyalty, %s: says that the site is not set up', (step) => {
  const { kind } = toLoyaltyFailure(refused('200032'))
  expect(toAuthFailure(step, { kind }, 'loyalty').reason).toBe('error.signInNotSetUp')
  expect(providerRetry.shouldRetry({ kind, name: '' })).toBe(false)
})

test('does not repeat a message as its own reason', () => {
  expect(messages('session', 'NetworkError')).toEqual({ message: 'error.network' })
})

test.each([
  ['NetworkError', true],
  ['InternalErrorException', true],
  ['NotAuthorizedException', false],
  ['UserNotFoundException', false],
  ['UserNotConfirmedException', false],
  ['CodeMismatchException', false],
  ['LimitExceededException', false],
  ['SomethingNewException', false],
])('%s can pass by itself: %s', (exception, passes) => {
  expect(providerRetry.shouldRetry(toUserPoolFailure(thrown(exception)))).toBe(passes)
})

test.each(['constructor', 'toString', '__proto__'])('treats an error named %s as unknown', (name) => {
  expect(toUserPoolFailure(thrown(name)).kind).toBe('other')
})

test('treats a thrown value that is not an error as a fault of the service', () => {
  expect(toUserPoolFailure('text')).toEqual({ kind: 'service', name: 'Unknown' })
})

const trigger = (text: string) =>
  toUserPoolFailure(
    Object.assign(new Error(`PreSignUp failed with error ${text}.`), {
      name: 'UserLambdaValidationException',
    }),
  )

test.each([
  ['Only clubs can sign up here', 'Only clubs can sign up here.'],
  ['Only clubs can sign up here.', 'Only clubs can sign up here.'],
  ['¿Eres de un club? Pide acceso a tu club', '¿Eres de un club? Pide acceso a tu club.'],
  ['Your club has paused this account. Call 0800 1234', 'Your club has paused this account. Call 0800 1234.'],
  ['Este e-mail já é de outro clube!', 'Este e-mail já é de outro clube!'],
])('quotes the message %j of a trigger: %s', (said, text) => {
  expect(trigger(said).text).toBe(text)
})

test.each([
  "Cannot read properties of undefined (reading 'x')",
  'clubs is not iterable',
  'TypeError: clubs is not iterable',
  "KeyError: 'sub'",
  'JSONDecodeError: Expecting value',
  'Request failed with status code 500',
  'The club service answered 503',
  'Unexpected end of JSON input',
  'Task timed out after 3.00 seconds',
  'The security token included in the request is invalid.',
  'ECONNREFUSED',
  '{"reason":"club"}',
])('does not show an internal error of a trigger: %s', (said) => {
  expect(trigger(said)).toEqual({ kind: 'other', name: 'UserLambdaValidationException' })
})

const dailyLimit =
  'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email from your own account.'

test.each<[AuthAction, AuthFailure]>([
  ['sign-up', { message: 'errorMessage.authSignUp', reason: 'errorMessage.noMoreCodesToday' }],
  ['resend', { message: 'errorMessage.noMoreCodesToday' }],
  [
    'forgot-password',
    { message: 'errorMessage.authRecoveryPassword', reason: 'errorMessage.noMoreCodesToday' },
  ],
])(
  '%s: says that no more codes are sent today when the pool has reached its daily limit',
  (step, failure) => {
    const fault = toUserPoolFailure(thrown('LimitExceededException', dailyLimit))
    expect(toAuthFailure(step, fault)).toEqual(failure)
  },
)

test.each(['Unable to login because of security reasons', 'Request not allowed due to security reasons'])(
  'offers another password for a sign-in that the pool blocked: %s',
  (said) => {
    expect(toAuthFailure('sign-in', toUserPoolFailure(thrown('NotAuthorizedException', said)))).toEqual({
      message: 'errorMessage.signInBlocked',
      step: 'reset',
    })
  },
)

test.each<[AuthAction, AuthFailure]>([
  ['sign-up', { message: 'errorMessage.authSignUp', reason: 'errorMessage.requestBlocked' }],
  [
    'forgot-password',
    { message: 'errorMessage.authRecoveryPassword', reason: 'errorMessage.requestBlocked' },
  ],
  ['change-password', { message: 'errorMessage.authSignUp', reason: 'errorMessage.requestBlocked' }],
  ['delete-account', { message: 'errorMessage.requestBlocked' }],
])('%s: does not ask to repeat what the pool blocked', (step, failure) => {
  const fault = toUserPoolFailure(
    thrown('NotAuthorizedException', 'Request not allowed due to security reasons'),
  )
  expect(toAuthFailure(step, fault)).toEqual(failure)
})

test('leads from a confirmed address to the sign-in, and from a taken one to a new password too', () => {
  const confirmed = thrown('InvalidParameterException', 'User is already confirmed.')
  expect(toAuthFailure('resend', toUserPoolFailure(confirmed))).toEqual({
    message: 'errorMessage.alreadyConfirmed',
    step: 'sign-in',
  })
  expect(messages('verification', 'AliasExistsException')).toEqual({
    message: 'errorMessage.authCodeVerifyError',
    reason: 'errorMessage.authEmail',
    step: 'sign-in-or-reset',
  })
  expect(messages('sign-up', 'UsernameExistsException')).toEqual({
    message: 'errorMessage.authEmail',
    step: 'sign-in-or-reset',
  })
})
