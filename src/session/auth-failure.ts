import type { LocaleAuth } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import { errors } from '../contract/errors.ts'
import type { MessageId } from '../i18n/message-id.ts'
import {
  generalMessages,
  loyaltyMessagesByAction,
  messagesByAction,
  nextSteps,
  reasonByFailureKind,
  type ActionMessages,
  type AuthAction,
  type NextStep,
} from './provider-error-messages.ts'
import type { ProviderFailure, ProviderFailureKind } from './providers/provider.ts'

/**
 * A failure of the session or of an identity provider, as the ids of messages for the coach. Their texts are
 * in `locales/<language>/messages.json`.
 */
export type AuthFailure = {
  /** What went wrong. */
  message: MessageId
  /** Why, if that helps the coach. */
  reason?: MessageId
  /** The reason in the provider's own words. */
  text?: string
  /** The screen that continues, if it is another screen. */
  step?: NextStep
  /** The end of a pause that the provider requires, in ms since the epoch. The screens count it down. */
  retryAt?: number
  /** Set if the session is over: its renewal was clearly refused, or the account was deleted. */
  isSessionOver?: true
}

export type ProviderKind = LocaleAuth['kind']

/** Failures that clearly refuse the renewal of a session. An unknown error is not a refusal. */
const refusalKinds: ReadonlySet<ProviderFailureKind> = new Set([
  'session-ended',
  'password-wrong',
  'user-unknown',
  'user-unconfirmed',
  'user-disabled',
  'account-locked',
  'reset-required',
])

/** Converts the failure of an action at a provider. */
export const toAuthFailure = (
  action: AuthAction,
  { kind, text }: Pick<ProviderFailure, 'kind' | 'text'>,
  provider: ProviderKind = 'user-pool',
): AuthFailure => {
  if (action === 'session' && refusalKinds.has(kind))
    return { message: 'errorMessage.sessionExpired', isSessionOver: true }
  const messages: ActionMessages =
    (provider === 'loyalty' && loyaltyMessagesByAction[action]) || messagesByAction[action]
  const message = messages[kind] ?? messages.otherwise
  const nextStep = nextSteps[action]?.[kind]
  const failure = { message, ...(nextStep && { step: nextStep }) }
  if (!generalMessages.has(message)) return failure
  // The provider's own sentence replaces the reason.
  if (text) return { ...failure, text }
  const reason = reasonByFailureKind[kind] ?? 'error.unexpected'
  return reason === message ? failure : { ...failure, reason }
}

/** Returns the message for a failure of the product API. */
export const getApiMessage = ({ code, timedOut }: ApiFailure): MessageId =>
  timedOut ? 'error.timeout' : errors[code].message

/**
 * Converts a failure of the product API to the failure of a session. The session is over if only a new
 * sign-in helps, or if the account was deleted.
 */
export const toSessionFailure = (failure: ApiFailure): AuthFailure => {
  const isSessionOver = errors[failure.code].next === 'sign-in' || failure.code === 'account-erased'
  return { message: getApiMessage(failure), ...(isSessionOver && { isSessionOver }) }
}
