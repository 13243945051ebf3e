import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import type { MessageValues } from '../../i18n/translate.ts'

/** What is wrong with a field. */
export type FieldMessage = { message: MessageId; values?: MessageValues }

/** What is wrong with a form, by the names of its fields. */
export type MessagesByField = Readonly<Record<string, FieldMessage>>

/** A check that says nothing of its own has the library's sentence; an id has no spaces. */
const isMessageId = (text: string): text is MessageId => !text.includes(' ')

const messageOf = ({ type, message, requirement }: v.BaseIssue<unknown>): FieldMessage => {
  if (!isMessageId(message)) return { message: 'common.fieldRequired' }
  return type === 'max_length' ? { message, values: { most: Number(requirement) } } : { message }
}

/** The first thing that is wrong with each field: the message of its check, or that it has to be filled in. */
export const formErrors = (issues: readonly v.BaseIssue<unknown>[]): MessagesByField => {
  const errors: Record<string, FieldMessage> = {}
  for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= messageOf(issue)
  return errors
}
