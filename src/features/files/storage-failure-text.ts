import type { MessageId } from '../../i18n/message-id.ts'
import type { Translate } from '../../i18n/translate.ts'
import type { StorageCallFailure } from '../../stored-files/storage-calls.ts'

/** The texts of error codes of the object store and of the app that mean the same in every request. */
export const commonCodeMessages: Record<string, MessageId> = {
  AccessDenied: 'files.refused.AccessDenied',
  EndlessList: 'files.refused.EndlessList',
  ExpiredRequest: 'files.refused.RequestTimeTooSkewed',
  ExpiredToken: 'files.refused.credentials',
  ExpiredTokenException: 'files.refused.credentials',
  ForeignAnswer: 'files.refused.ForeignAnswer',
  InvalidAccessKeyId: 'files.refused.credentials',
  InvalidSecurity: 'files.refused.credentials',
  InvalidToken: 'files.refused.credentials',
  InvalidTokenId: 'files.refused.credentials',
  NotImplemented: 'files.refused.misconfigured',
  Redirected: 'files.refused.Redirected',
  RequestExpired: 'files.refused.RequestTimeTooSkewed',
  RequestTimeTooSkewed: 'files.refused.RequestTimeTooSkewed',
  SignatureDoesNotMatch: 'files.refused.SignatureDoesNotMatch',
  TokenRefreshRequired: 'files.refused.credentials',
}

const kindMessages: Record<StorageCallFailure['kind'], MessageId> = {
  offline: 'files.problem.offline',
  timeout: 'error.timeout',
  'provider-away': 'error.providerUnavailable',
  'sign-in-needed': 'files.problem.signIn',
  'not-found': 'files.problem.notFound',
  exists: 'files.problem.exists',
  archived: 'files.problem.archived',
  invalid: 'files.problem.invalid',
  refused: 'files.problem.refused',
  broken: 'files.broken',
}

/** Error codes with a more precise text than the kind of their failure. */
const codeMessages: Record<string, MessageId> = {
  ...commonCodeMessages,
  KeyTooLongError: 'files.problem.keyTooLong',
}

/** Returns the reason why a call on stored files failed, as text. */
export const formatStorageFailure = ({ kind, code = '' }: StorageCallFailure, t: Translate): string =>
  t(codeMessages[code] ?? kindMessages[kind], { code })
