import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'

/** What is wrong with a form, by the names of its fields. */
export type FieldErrors = Readonly<Record<string, MessageId>>

/** The first thing that is wrong with each field; an issue without words of its own asks to fill the field in. */
export const formErrors = (
  issues: readonly v.BaseIssue<unknown>[],
  messages: Readonly<Record<string, MessageId>>,
): FieldErrors => {
  const errors: Record<string, MessageId> = {}
  for (const issue of issues) {
    errors[v.getDotPath(issue) ?? ''] ??= messages[issue.message] ?? 'common.fieldRequired'
  }
  return errors
}
