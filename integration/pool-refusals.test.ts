import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getDemoEmail, getFailure, reset, startCatalogue, type Catalogue } from './testing/catalogue.ts'
import type { AuthFailure } from '../src/session/auth-failure.ts'
import type { Tab } from './testing/device.ts'
import { demoPassword, newcomer } from './testing/people.ts'

// Refusals of a user pool beyond specification §8, in Cognito's words. Each has a reason with a next step.

let world: Catalogue
beforeAll(async () => {
  world = await startCatalogue()
})
afterEach(() => world.forgetFailures())
afterAll(() => world.close())

const locale = 'pt-BR'
const email = getDemoEmail(locale)
const signIn = (tab: Tab) => tab.signIn(locale, email, demoPassword)
const calls = {
  InitiateAuth: signIn,
  RespondToAuthChallenge: signIn,
  SignUp: (tab: Tab) => tab.signUp(locale, newcomer()),
  ConfirmSignUp: (tab: Tab) => tab.confirm(locale, email, '123456'),
  ForgotPassword: (tab: Tab) => tab.forgotPassword(locale, email),
  ConfirmForgotPassword: (tab: Tab) => tab.submitNewPassword(locale, reset(email)),
}
const wait = 'forgotPassword.timeoutMessage'
const dailyLimit =
  'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email from your own account.'

type Call = keyof typeof calls

test.each<[Call, type: string, message: string, reason: string, more?: Partial<AuthFailure>]>([
  [
    'InitiateAuth',
    'PasswordResetRequiredException',
    'Password reset required for the user',
    'errorMessage.resetRequired',
    { step: 'reset' },
  ],
  ['InitiateAuth', 'NotAuthorizedException', 'Password attempts exceeded', 'errorMessage.passwordAttempts'],
  [
    'RespondToAuthChallenge',
    'NotAuthorizedException',
    'User is disabled.',
    'errorMessage.userDisabled',
    { step: 'contact' },
  ],
  [
    'RespondToAuthChallenge',
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
    'errorMessage.temporaryPassword',
    { step: 'contact' },
  ],
  ['InitiateAuth', 'LimitExceededException', 'Attempt limit exceeded, please try after some time.', wait],
  ['InitiateAuth', 'TooManyRequestsException', 'Rate exceeded', wait],
  ['InitiateAuth', 'InvalidParameterException', 'Incorrect username or password.', 'error.badRequest'],
  ['InitiateAuth', 'InvalidParameterException', 'USER_SRP_AUTH is not enabled.', 'error.signInNotSetUp'],
  [
    'ForgotPassword',
    'NotAuthorizedException',
    'Request not allowed due to security reasons.',
    'errorMessage.requestBlocked',
  ],
  ['InitiateAuth', 'ResourceNotFoundException', 'User pool client does not exist.', 'error.signInNotSetUp'],
  ['InitiateAuth', 'UnexpectedLambdaException', 'PreAuthentication failed.', 'error.providerUnavailable'],
  [
    'InitiateAuth',
    'UserLambdaValidationException',
    "PreAuthentication failed with error Cannot read properties of undefined (reading 'x').",
    'error.unexpected',
  ],
  ['SignUp', 'CodeDeliveryFailureException', 'The code was not delivered.', 'errorMessage.authSendCodeNot'],
  ['SignUp', 'NotAuthorizedException', 'SignUp is not permitted for this user pool', 'error.signInNotSetUp'],
  ['SignUp', 'LimitExceededException', dailyLimit, 'errorMessage.noMoreCodesToday'],
  ['ForgotPassword', 'LimitExceededException', dailyLimit, 'errorMessage.noMoreCodesToday'],
  ['SignUp', 'TooManyRequestsException', 'Rate exceeded', wait],
  ['ConfirmSignUp', 'TooManyFailedAttemptsException', 'Too many attempts.', wait],
  [
    'ConfirmSignUp',
    'AliasExistsException',
    'An account with the email already exists.',
    'errorMessage.authEmail',
    { step: 'sign-in-or-reset' },
  ],
  [
    'ConfirmSignUp',
    'ExpiredCodeException',
    'Invalid code provided, please request a code again.',
    'errorMessage.codeExpired',
  ],
  [
    'ConfirmSignUp',
    'UserNotFoundException',
    'Username/client id combination not found.',
    'errorMessage.authSignUpUserNotFound',
  ],
  [
    'ForgotPassword',
    'NotAuthorizedException',
    'User is disabled.',
    'errorMessage.userDisabled',
    { step: 'contact' },
  ],
  [
    'ForgotPassword',
    'NotAuthorizedException',
    'User password cannot be reset in the current state.',
    'errorMessage.temporaryPassword',
    { step: 'contact' },
  ],
  [
    'ForgotPassword',
    'CodeDeliveryFailureException',
    'The code was not delivered.',
    'errorMessage.authSendCodeNot',
  ],
  [
    'ForgotPassword',
    'LimitExceededException',
    'Attempt limit exceeded, please try after some time.',
    wait,
    { retryAt: expect.any(Number) },
  ],
  [
    'ConfirmForgotPassword',
    'PasswordHistoryPolicyViolationException',
    'Password has previously been used',
    'errorMessage.passwordUsed',
  ],
])('%s refused by %s, %j, is reported as %s', async (operation, type, message, reason, more = {}) => {
  await world.failPool(operation, type, message)
  expect(getFailure<unknown>(await calls[operation](world.open()))).toEqual({
    message: expect.stringMatching(
      /^errorMessage\.auth(LoginError|SignUp|CodeVerifyError|RecoveryPassword)$/,
    ),
    reason,
    ...more,
  })
})

test('sign-in: offers another password when the pool blocks it for security', async () => {
  const said = 'Unable to login because of security reasons.'
  await world.failPool('RespondToAuthChallenge', 'NotAuthorizedException', said)
  expect(getFailure(await signIn(world.open()))).toEqual({
    message: 'errorMessage.signInBlocked',
    step: 'reset',
  })
})

test('forgot password: leads from an unconfirmed address to the code', async () => {
  const tab = world.open()
  const input = newcomer()
  await tab.signUp(locale, input)
  expect(getFailure(await tab.forgotPassword(locale, input.email))).toEqual({
    message: 'errorMessage.authRecoveryPassword',
    reason: 'errorMessage.confirmFirst',
    step: 'verify',
  })
})

test('resending: reports that an address is already confirmed', async () => {
  expect(getFailure(await world.open().resendCode(locale, email))).toEqual({
    message: 'errorMessage.alreadyConfirmed',
    step: 'sign-in',
  })
})

test('shows a message of the pool’s trigger to people in its own words', async () => {
  const text = 'Só clubes parceiros podem se cadastrar aqui.'
  await world.failPool('SignUp', 'UserLambdaValidationException', `PreSignUp failed with error ${text}.`)
  expect(getFailure(await calls.SignUp(world.open()))).toEqual({ message: 'errorMessage.authSignUp', text })
})

test('does not report a password as wrong after too many wrong tries', async () => {
  const tab = world.open()
  const input = newcomer()
  await tab.signUp(locale, input)
  await tab.confirm(locale, input.email, await world.codeFor(input.email))
  let failure: unknown
  for (let tries = 0; tries < 12; tries += 1) {
    failure = getFailure(await tab.signIn(locale, input.email, 'Outra-2026!'))
    if (JSON.stringify(failure).includes('passwordAttempts')) break
  }
  expect(failure).toEqual({
    message: 'errorMessage.authLoginError',
    reason: 'errorMessage.passwordAttempts',
  })
})
