import type { LocaleAuth } from '../config/locales.ts'
import { errors, type ErrorCode } from '../contract/errors.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import type { FaultKind } from './providers/provider.ts'

/** What signing in and up and passwords can fail with: message ids of the error catalogue (specification §8). */
export type AuthMessage =
  | 'errorMessage.authEmail'
  | 'errorMessage.authSignUp'
  | 'errorMessage.passwordIsWrong'
  | 'changePassword.oldPasswordWrong'
  | 'errorMessage.passwordTooWeak'
  | 'errorMessage.cannotBeEmpty'
  | 'errorMessage.authEmailNotConfirmed'
  | 'errorMessage.authVerify'
  | 'errorMessage.authSendCodeNot'
  | 'errorMessage.authSignUpUserNotFound'
  | 'errorMessage.authLoginError'
  | 'errorMessage.accountLocked'
  | 'errorMessage.autoSignUpErrorUser'
  | 'errorMessage.authRecoveryPassword'
  | 'forgotPassword.timeoutMessage'
  | 'errorMessage.authCodeInsert'
  | 'errorMessage.authCodeVerifyError'
  | 'errorMessage.codeExpired'
  | 'errorMessage.sessionExpired'
  | 'error.timeout'
  | 'error.signInNotSetUp'
  /** Another customer has signed in on this device since. */
  | 'error.otherCustomer'
  /** What a sign-in on a device hears that is deleting that account; and a deletion, with the sign-in of another one. */
  | 'deleteAccount.begun.signIn'
  | 'deleteAccount.begun.other'
  /** What a deletion hears on a device that has the deletion of another account still to finish, or its receipt. */
  | 'deleteAccount.begun.otherFirst'
  | 'deleteAccount.begun.otherReceipt'
  | (typeof errors)[ErrorCode]['message']

/**
 * A failure as messages: what went wrong and, where it helps, why. `step` is set where another screen continues:
 * `verify` takes the code of the email, `sign-up` finishes an account whose sign-up broke off. `retryAt` (ms since
 * epoch) is set where the provider wants a pause: the screens count down to it. `ended` is set where a renewal was clearly
 * refused, so that the session is over.
 */
export type AuthFailure = {
  message: AuthMessage
  reason?: AuthMessage
  step?: 'verify' | 'sign-up'
  retryAt?: number
  ended?: true
}

export type ProviderKind = LocaleAuth['kind']

type Row = { otherwise: AuthMessage } & Partial<Record<FaultKind, AuthMessage>>

/** The error catalogue (specification §8): the message for each fault at each step. */
const messages = {
  'sign-up': {
    'user-exists': 'errorMessage.authEmail',
    'password-weak': 'errorMessage.passwordTooWeak',
    otherwise: 'errorMessage.authSignUp',
  },
  'sign-in': {
    'password-wrong': 'errorMessage.passwordIsWrong',
    'account-locked': 'errorMessage.accountLocked',
    'user-unconfirmed': 'errorMessage.authEmailNotConfirmed',
    'user-unknown': 'errorMessage.authSignUpUserNotFound',
    otherwise: 'errorMessage.authLoginError',
  },
  verification: {
    'code-wrong': 'errorMessage.authCodeInsert',
    otherwise: 'errorMessage.authCodeVerifyError',
  },
  resend: { otherwise: 'errorMessage.authSendCodeNot' },
  'forgot-password': {
    'user-unknown': 'errorMessage.autoSignUpErrorUser',
    otherwise: 'errorMessage.authRecoveryPassword',
  },
  'reset-password': {
    'code-wrong': 'errorMessage.authCodeInsert',
    'too-many-requests': 'forgotPassword.timeoutMessage',
    otherwise: 'errorMessage.authSignUp',
  },
  'change-password': {
    'password-wrong': 'changePassword.oldPasswordWrong',
    'password-weak': 'errorMessage.passwordTooWeak',
    'account-locked': 'errorMessage.accountLocked',
    'session-ended': 'errorMessage.sessionExpired',
    otherwise: 'errorMessage.authSignUp',
  },
  'delete-account': {
    'password-wrong': 'changePassword.oldPasswordWrong',
    'account-locked': 'errorMessage.accountLocked',
    network: 'error.network',
    'no-response': 'error.timeout',
    'too-many-requests': 'error.tooManyRequests',
    'user-unknown': 'errorMessage.authSignUpUserNotFound',
    service: 'error.providerAway',
    otherwise: 'error.server',
  },
  rename: {
    network: 'error.network',
    'no-response': 'error.timeout',
    'too-many-requests': 'error.tooManyRequests',
    'session-ended': 'error.signInNeeded',
    service: 'error.providerAway',
    otherwise: 'error.server',
  },
  session: {
    network: 'error.network',
    'no-response': 'error.timeout',
    'too-many-requests': 'error.tooManyRequests',
    service: 'error.providerAway',
    otherwise: 'error.server',
  },
} satisfies Record<string, Row>

/** What the coach was doing when a provider failed. */
export type AuthStep = keyof typeof messages

/**
 * Where the loyalty provider has rows of its own: any error number but the named ones means one thing. Faults that are
 * no response of the provider's, such as a lost network, stay in the common rows.
 */
const loyaltyMessages: Partial<Record<AuthStep, Row>> = {
  'sign-in': {
    ...messages['sign-in'],
    'password-wrong': 'errorMessage.authSignUpUserNotFound',
    network: 'errorMessage.authLoginError',
    'no-response': 'errorMessage.authLoginError',
    service: 'errorMessage.authLoginError',
    'not-set-up': 'errorMessage.authLoginError',
    'too-many-requests': 'errorMessage.authLoginError',
    otherwise: 'errorMessage.authSignUpUserNotFound',
  },
  'forgot-password': {
    network: 'errorMessage.authRecoveryPassword',
    'no-response': 'errorMessage.authRecoveryPassword',
    service: 'errorMessage.authRecoveryPassword',
    'too-many-requests': 'errorMessage.authRecoveryPassword',
    otherwise: 'errorMessage.autoSignUpErrorUser',
  },
}

/** The catalogue's messages are general; these say why, so that the coach knows what to do about it. */
const reasons: Partial<Record<FaultKind, AuthMessage>> = {
  network: 'error.network',
  'no-response': 'error.timeout',
  service: 'error.providerAway',
  'not-set-up': 'error.signInNotSetUp',
  'too-many-requests': 'error.tooManyRequests',
  'code-expired': 'errorMessage.codeExpired',
  'password-weak': 'errorMessage.passwordTooWeak',
  'field-empty': 'errorMessage.cannotBeEmpty',
}

/** What a provider refuses to renew a session with; an error that nobody knows has refused nothing. */
const refusals: ReadonlySet<FaultKind> = new Set([
  'session-ended',
  'password-wrong',
  'user-unknown',
  'user-unconfirmed',
  'account-locked',
])

/** The messages for a fault. */
export const failureOf = (
  step: AuthStep,
  kind: FaultKind,
  provider: ProviderKind = 'user-pool',
): AuthFailure => {
  if (step === 'session' && refusals.has(kind)) return { message: 'errorMessage.sessionExpired', ended: true }
  const row: Row = (provider === 'loyalty' && loyaltyMessages[step]) || messages[step]
  const message = row[kind] ?? row.otherwise
  // The message of a pause says how long it is.
  const reason = message === 'forgotPassword.timeoutMessage' ? undefined : reasons[kind]
  return { message, ...(reason && reason !== message ? { reason } : {}) }
}

/** The message for a failure of the product API. */
export const apiMessage = ({ code, timedOut }: ApiFailure): AuthMessage =>
  timedOut ? 'error.timeout' : errors[code].message

/** The same as the failure of a session, which is over where only a new sign-in helps, or not even that. */
export const apiFailureOf = (failure: ApiFailure): AuthFailure => ({
  message: apiMessage(failure),
  ...((errors[failure.code].next === 'sign-in' || failure.code === 'account-erased') && { ended: true }),
})
