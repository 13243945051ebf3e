import type { AuthFailure, AuthMessage } from './auth.ts'
import type { FaultKind } from './provider.ts'

/** What the coach was doing when a provider failed. */
export type AuthStep = 'sign-up' | 'sign-in' | 'verification' | 'resend' | 'session'

type Row = { otherwise: AuthMessage } & Partial<Record<FaultKind, AuthMessage>>

/** The error catalogue (specification §8): what is said about which fault at which step. */
const messages = {
  'sign-up': {
    'user-exists': 'errorMessage.authEmail',
    'password-weak': 'errorMessage.passwordTooWeak',
    otherwise: 'errorMessage.authSignUp',
  },
  'sign-in': {
    'password-wrong': 'errorMessage.passwordIsWrong',
    'user-unconfirmed': 'errorMessage.authEmailNotConfirmed',
    'user-unknown': 'errorMessage.authSignUpUserNotFound',
    otherwise: 'errorMessage.authLoginError',
  },
  verification: {
    'code-wrong': 'errorMessage.authCodeInsert',
    otherwise: 'errorMessage.authCodeVerifyError',
  },
  resend: { otherwise: 'errorMessage.authSendCodeNot' },
  session: {
    network: 'error.network',
    service: 'error.server',
    'too-many-requests': 'error.tooManyRequests',
    otherwise: 'errorMessage.sessionExpired',
  },
} satisfies Record<AuthStep, Row>

/** The catalogue's own words stay general; these say why, so that the coach knows what to do about it. */
const reasons: Partial<Record<FaultKind, AuthMessage>> = {
  network: 'error.network',
  service: 'error.server',
  'too-many-requests': 'error.tooManyRequests',
  'code-expired': 'errorMessage.codeExpired',
}

/** A fault in words. */
export const failureOf = (step: AuthStep, kind: FaultKind): AuthFailure => {
  const row: Row = messages[step]
  const message = row[kind] ?? row.otherwise
  const reason = reasons[kind]
  return {
    message,
    ...(reason && reason !== message ? { reason } : {}),
    ...(step === 'sign-in' && kind === 'user-unconfirmed' ? { step: 'verify' as const } : {}),
  }
}

/** Whether the same attempt can succeed a moment later. */
export const canPass = (kind: FaultKind): boolean => kind === 'network' || kind === 'service'
