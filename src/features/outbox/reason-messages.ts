import type { MessageId } from '../../i18n/message-id.ts'
import type { Reason } from '../../outbox/entry/entry.ts'

/** The messages that tell the coach why an entry is still on this device, by reason code. */
const reasonMessages = {
  offline: 'outbox.reason.unreachable',
  'no-answer': 'outbox.reason.unreachable',
  'foreign-answer': 'outbox.reason.foreign',
  blocked: 'outbox.reason.blocked',
  'cut-off': 'outbox.reason.unreachable',
  'forged-receipt': 'outbox.reason.forged',
  'schema-unknown': 'outbox.reason.server',
  'server-failed': 'outbox.reason.server',
  'csrf-mismatch': 'outbox.reason.server',
  'too-many-requests': 'outbox.reason.busy',
  'provider-away': 'outbox.reason.providerUnavailable',
  maintenance: 'outbox.reason.maintenance',
  'signed-out': 'outbox.reason.signIn',
  'identity-refused': 'outbox.reason.signIn',
  'sign-in-too-old': 'outbox.reason.signIn',
  'other-customer': 'outbox.reason.signIn',
  'bad-json': 'outbox.reason.refused',
  'invalid-body': 'outbox.reason.refused',
  'key-missing': 'outbox.reason.refused',
  'admin-only': 'outbox.reason.refused',
  'second-factor-needed': 'outbox.reason.refused',
  'method-not-allowed': 'outbox.reason.refused',
  'not-json': 'outbox.reason.refused',
  'not-found': 'outbox.reason.gone',
  'account-erased': 'outbox.reason.accountDeleted',
  'key-reused': 'outbox.reason.conflict',
  'too-large': 'outbox.reason.tooLarge',
  'unknown-event': 'outbox.reason.newer',
  'broken-payload': 'outbox.reason.broken',
  unreadable: 'outbox.reason.broken',
} as const satisfies Record<Reason['code'], MessageId>

const isReason = (code: string): code is Reason['code'] => Object.hasOwn(reasonMessages, code)

/** Returns the message of a reason. In the journal, the code may be missing or be from an older version. */
export const getReasonMessage = (code = ''): MessageId =>
  isReason(code) ? reasonMessages[code] : 'outbox.reason.server'

/** Whether the coach has to sign in before anything can be sent, so that waiting does not help. */
export const needsSignIn = (code: string): boolean =>
  isReason(code) && reasonMessages[code] === 'outbox.reason.signIn'

/**
 * Returns the message for a reason that concerns a single entry. If the server refuses the session for this
 * entry but accepts others, a sign-in would not help, so the message says that the entry was refused.
 */
export const getEntryReasonMessage = (code: string): MessageId =>
  needsSignIn(code) || code === 'csrf-mismatch' ? 'outbox.reason.refused' : getReasonMessage(code)
