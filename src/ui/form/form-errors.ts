import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'

/** What is wrong with a form, by the names of its fields. */
export type MessagesByField = Readonly<Record<string, MessageId>>

/** A check that says nothing of its own has the library's sentence; an id has no spaces. */
const isMessageId = (text: string): text is MessageId => !text.includes(' ')

/** The first thing that is wrong with each field: the message of its check, or that it has to be filled in. */
export const formErrors = (issues: readonly v.BaseIssue<unknown>[]): MessagesByField => {
  const errors: Record<string, MessageId> = {}
  for (const issue of issues) {
    const message = isMessageId(issue.message) ? issue.message : 'common.fieldRequired'
    errors[v.getDotPath(issue) ?? ''] ??= message
  }
  return errors
}
