import { expect, test } from 'vitest'
import { canPass, failureOf, type AuthStep } from './failures.ts'
import { userPoolFault } from './user-pool-fault.ts'

const thrown = (name: string) => Object.assign(new Error('refused'), { name })

const words = (step: AuthStep, exception: string) => failureOf(step, userPoolFault(thrown(exception)).kind)

// Specification §8, every row of the user pool; the rows of the password reset come with the screens that need them.
test.each<[AuthStep, string, string]>([
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
  ['session', 'TokenRevokedException', 'errorMessage.sessionExpired'],
  ['session', 'NetworkError', 'error.network'],
])('%s: %s is said as %s', (step, exception, message) => {
  expect(words(step, exception).message).toBe(message)
})

test.each([
  ['sign-in', 'NetworkError', 'error.network'],
  ['sign-in', 'InternalErrorException', 'error.server'],
  ['sign-up', 'LimitExceededException', 'error.tooManyRequests'],
  ['verification', 'ExpiredCodeException', 'errorMessage.codeExpired'],
  ['resend', 'LimitExceededException', 'error.tooManyRequests'],
] as const)('%s: %s adds %s as the reason', (step, exception, reason) => {
  expect(words(step, exception).reason).toBe(reason)
})

test('a message is not repeated as its own reason', () => {
  expect(words('session', 'NetworkError')).toEqual({ message: 'error.network' })
})

test('only an unconfirmed sign-in leads to the verification', () => {
  expect(words('sign-in', 'UserNotConfirmedException').step).toBe('verify')
  expect(words('sign-in', 'NotAuthorizedException').step).toBeUndefined()
  expect(words('verification', 'UserNotConfirmedException').step).toBeUndefined()
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
  expect(canPass(userPoolFault(thrown(exception)).kind)).toBe(passes)
})

test.each(['constructor', 'toString', '__proto__'])('an error named %s is none of the known ones', (name) => {
  expect(userPoolFault(thrown(name)).kind).toBe('other')
})

test('something thrown that is no error is the service’s fault', () => {
  expect(userPoolFault('text')).toEqual({ kind: 'service', name: 'Unknown' })
})
