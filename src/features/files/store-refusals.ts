import type { MessageId } from '../../i18n/message-id.ts'

/** Error codes of the object store, and of the app, with a text that is the same wherever they occur. */
export const storeRefusals: Record<string, MessageId> = {
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
