import type { MessageId } from '../i18n/message-id.ts'
import type { ProviderFailureKind } from './providers/provider.ts'

/** The messages of a failed action. Kinds of failure without a message of their own use `otherwise`. */
export type ActionMessages = { otherwise: MessageId } & Partial<Record<ProviderFailureKind, MessageId>>

/**
 * The error catalogue (specification §8): the message that a coach reads for each action that fails at an
 * identity provider, by the kind of the failure. The texts are in `locales/<language>/messages.json`.
 */
export const messagesByAction = {
  'sign-up': {
    'user-exists': 'errorMessage.authEmail',
    'password-weak': 'errorMessage.passwordTooWeak',
    otherwise: 'errorMessage.authSignUp',
  },
  'sign-in': {
    'password-wrong': 'errorMessage.passwordIsWrong',
    'account-locked': 'errorMessage.accountLocked',
    'security-blocked': 'errorMessage.signInBlocked',
    'user-unconfirmed': 'errorMessage.authEmailNotConfirmed',
    'user-unknown': 'errorMessage.authSignUpUserNotFound',
    challenge: 'confirmSignIn.needed',
    otherwise: 'errorMessage.authLoginError',
  },
  /** The answer to what a provider asks for after the password. */
  challenge: {
    'code-wrong': 'errorMessage.challengeCodeWrong',
    'code-used': 'errorMessage.challengeCodeUsed',
    'code-expired': 'errorMessage.challengeOver',
    'challenge-over': 'errorMessage.challengeOver',
    // The new app is already set up, but its confirmation was lost.
    'not-set-up': 'errorMessage.challengeOver',
    'field-empty': 'errorMessage.authCodeverify',
    'password-weak': 'errorMessage.passwordTooWeak',
    'password-used': 'errorMessage.passwordUsed',
    'password-attempts': 'errorMessage.codeAttempts',
    challenge: 'confirmSignIn.needed',
    otherwise: 'errorMessage.authLoginError',
  },
  verification: {
    'code-wrong': 'errorMessage.authCodeInsert',
    otherwise: 'errorMessage.authCodeVerifyError',
  },
  resend: {
    'user-confirmed': 'errorMessage.alreadyConfirmed',
    'daily-email-limit': 'errorMessage.noMoreCodesToday',
    otherwise: 'errorMessage.authSendCodeNot',
  },
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
    'password-attempts': 'changePassword.tooManyAttempts',
    'reset-required': 'changePassword.resetRequired',
    'session-ended': 'errorMessage.sessionExpired',
    otherwise: 'errorMessage.authSignUp',
  },
  'second-factor': {
    'code-wrong': 'errorMessage.challengeCodeWrong',
    'code-used': 'errorMessage.challengeCodeUsed',
    'codes-paused': 'errorMessage.codesPaused',
    'code-needed': 'error.secondFactorNeeded',
    'not-set-up': 'secondFactor.notOffered',
    'password-wrong': 'changePassword.oldPasswordWrong',
    'account-locked': 'errorMessage.accountLocked',
    'password-attempts': 'changePassword.tooManyAttempts',
    'reset-required': 'changePassword.resetRequired',
    'user-disabled': 'errorMessage.userDisabled',
    'security-blocked': 'errorMessage.requestBlocked',
    'session-ended': 'errorMessage.sessionExpired',
    network: 'error.network',
    'no-response': 'error.timeout',
    'too-many-requests': 'forgotPassword.timeoutMessage',
    service: 'error.providerUnavailable',
    otherwise: 'error.server',
  },
  'delete-account': {
    'password-wrong': 'changePassword.oldPasswordWrong',
    'account-locked': 'errorMessage.accountLocked',
    'password-attempts': 'changePassword.tooManyAttempts',
    'reset-required': 'changePassword.resetRequired',
    'user-disabled': 'errorMessage.userDisabled',
    'security-blocked': 'errorMessage.requestBlocked',
    challenge: 'deleteAccount.secondFactor',
    network: 'error.network',
    'no-response': 'error.timeout',
    'too-many-requests': 'forgotPassword.timeoutMessage',
    'user-unknown': 'errorMessage.authSignUpUserNotFound',
    service: 'error.providerUnavailable',
    otherwise: 'error.server',
  },
  rename: {
    network: 'error.network',
    'no-response': 'error.timeout',
    'too-many-requests': 'error.tooManyRequests',
    'session-ended': 'error.signInNeeded',
    service: 'error.providerUnavailable',
    otherwise: 'error.server',
  },
  session: {
    network: 'error.network',
    'no-response': 'error.timeout',
    'too-many-requests': 'error.tooManyRequests',
    service: 'error.providerUnavailable',
    otherwise: 'error.server',
  },
} satisfies Record<string, ActionMessages>

/** An action of the coach at an identity provider. */
export type AuthAction = keyof typeof messagesByAction

/**
 * The actions whose messages differ for the loyalty provider. All of its error numbers that have no message of
 * their own use `otherwise`. Failures without a response of the provider, such as a lost network, keep the
 * messages of the other providers.
 */
export const loyaltyMessagesByAction: Partial<Record<AuthAction, ActionMessages>> = {
  'sign-in': {
    ...messagesByAction['sign-in'],
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

/** Messages that name only the failed action. Each is shown with a reason, which says what to do. */
export const generalMessages: ReadonlySet<MessageId> = new Set([
  'errorMessage.authSignUp',
  'errorMessage.authLoginError',
  'errorMessage.authCodeVerifyError',
  'errorMessage.authSendCodeNot',
  'errorMessage.authRecoveryPassword',
])

/** The reasons for `generalMessages`. */
export const reasonByFailureKind: Partial<Record<ProviderFailureKind, MessageId>> = {
  network: 'error.network',
  'no-response': 'error.timeout',
  service: 'error.providerUnavailable',
  'not-set-up': 'error.signInNotSetUp',
  'too-many-requests': 'forgotPassword.timeoutMessage',
  'daily-email-limit': 'errorMessage.noMoreCodesToday',
  'user-exists': 'errorMessage.authEmail',
  'user-unknown': 'errorMessage.authSignUpUserNotFound',
  'user-unconfirmed': 'errorMessage.confirmFirst',
  'user-confirmed': 'errorMessage.alreadyConfirmed',
  'user-disabled': 'errorMessage.userDisabled',
  'account-locked': 'errorMessage.accountLocked',
  'password-attempts': 'errorMessage.passwordAttempts',
  'security-blocked': 'errorMessage.requestBlocked',
  'password-weak': 'errorMessage.passwordTooWeak',
  'password-used': 'errorMessage.passwordUsed',
  'reset-required': 'errorMessage.resetRequired',
  'temporary-password': 'errorMessage.temporaryPassword',
  'code-expired': 'errorMessage.codeExpired',
  'code-not-sent': 'errorMessage.authSendCodeNot',
  'challenge-unknown': 'errorMessage.challengeUnknown',
  'field-empty': 'errorMessage.cannotBeEmpty',
  'field-invalid': 'error.badRequest',
}

/**
 * The screen on which the coach can continue after a failure. `verify`: enter the code of the email. `sign-up`:
 * finish an interrupted sign-up. `reset`: replace the password. `sign-in`: the account is complete, or the
 * sign-in has to start again. `sign-in-or-reset`: the account exists, but the coach may not know its password.
 * `challenge`: answer what the provider asks for after the password. `contact`: only people can help.
 */
export type NextStep =
  | 'verify'
  | 'sign-up'
  | 'reset'
  | 'sign-in'
  | 'sign-in-or-reset'
  | 'challenge'
  | 'contact'

/** Failures that another screen can fix, with that screen. */
export const nextSteps: Partial<Record<AuthAction, Partial<Record<ProviderFailureKind, NextStep>>>> = {
  'sign-in': {
    'account-locked': 'reset',
    'reset-required': 'reset',
    'security-blocked': 'reset',
    'user-disabled': 'contact',
    'temporary-password': 'contact',
    challenge: 'challenge',
    'challenge-unknown': 'contact',
  },
  challenge: {
    'challenge-over': 'sign-in',
    'challenge-unknown': 'contact',
    'code-expired': 'sign-in',
    'not-set-up': 'sign-in',
    'reset-required': 'reset',
    'user-disabled': 'contact',
    challenge: 'challenge',
  },
  'sign-up': { 'user-exists': 'sign-in-or-reset' },
  session: { challenge: 'challenge' },
  verification: { 'user-exists': 'sign-in-or-reset' },
  resend: { 'user-confirmed': 'sign-in' },
  'forgot-password': {
    'user-unconfirmed': 'verify',
    'user-disabled': 'contact',
    'temporary-password': 'contact',
  },
  'reset-password': { 'user-disabled': 'contact' },
}
