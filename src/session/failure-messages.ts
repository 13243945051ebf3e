import type { LocaleAuth } from '../config/locales.ts'
import type { ApiFailure } from '../contract/api-failure.ts'
import { errors } from '../contract/errors.ts'
import type { MessageId } from '../i18n/message-id.ts'
import {
  generalMessages,
  loyaltyMessages,
  messages,
  nextSteps,
  reasonByFault,
  type AuthStep,
  type MessageRow,
  type NextStep,
} from './error-catalogue.ts'
import type { FaultKind, ProviderFault } from './providers/provider.ts'

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

/** Faults that clearly refuse the renewal of a session. An unknown error is not a refusal. */
const refusalKinds: ReadonlySet<FaultKind> = new Set([
  'session-ended',
  'password-wrong',
  'user-unknown',
  'user-unconfirmed',
  'user-disabled',
  'account-locked',
  'reset-required',
])

/** Returns the failure with the messages for a fault of a provider at a step. */
export const toAuthFailure = (
  step: AuthStep,
  { kind, text }: Pick<ProviderFault, 'kind' | 'text'>,
  provider: ProviderKind = 'user-pool',
): AuthFailure => {
  if (step === 'session' && refusalKinds.has(kind))
    return { message: 'errorMessage.sessionExpired', isSessionOver: true }
  const row: MessageRow = (provider === 'loyalty' && loyaltyMessages[step]) || messages[step]
  const message = row[kind] ?? row.otherwise
  const nextStep = nextSteps[step]?.[kind]
  const failure = { message, ...(nextStep && { step: nextStep }) }
  if (!generalMessages.has(message)) return failure
  // The provider's own sentence takes the place of the reason.
  if (text) return { ...failure, text }
  const reason = reasonByFault[kind] ?? 'error.unexpected'
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
