import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import type { MessageValues } from '../../i18n/translate.ts'

/** The message about a field. If it is `announced`, a toast shows it, too. */
export type FieldMessage = { message: MessageId; values?: MessageValues; announced?: true }

export type MessagesByField = Readonly<Record<string, FieldMessage>>

/**
 * A check without its own message returns a sentence of the library, which, unlike an id, contains spaces.
 */
const isMessageId = (text: string): text is MessageId => !text.includes(' ')

const toMessage = ({ type, message, requirement }: v.BaseIssue<unknown>): FieldMessage => {
  if (!isMessageId(message)) return { message: 'common.fieldRequired' }
  // Only `announcedCheck` is a raw check.
  if (type === 'raw_check') return { message, announced: true }
  // The requirement of `max_length` is the maximum length.
  return type === 'max_length' ? { message, values: { most: Number(requirement) } } : { message }
}

/** Returns the first error of each field: the message of its check, or that the field is required. */
export const getFormErrors = (issues: readonly v.BaseIssue<unknown>[]): MessagesByField => {
  const errors: Record<string, FieldMessage> = {}
  for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= toMessage(issue)
  return errors
}
