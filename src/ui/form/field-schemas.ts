import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { cleanText } from '../../lib/text/clean-text.ts'

/** A check whose message comes from the catalogue. */
export const check = <Value>(isValid: (value: Value) => boolean, message: MessageId) =>
  v.check<Value, MessageId>(isValid, message)

/** A check whose failure a toast also announces. `getFormErrors` recognises it because it is a raw check. */
export const announcedCheck = <Value>(isValid: (value: Value) => boolean, message: MessageId) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (dataset.typed && !isValid(dataset.value)) addIssue({ message })
  })

/** A required text, exactly as it was typed. */
export const requiredRawText = v.pipe(v.string(), v.nonEmpty<string, MessageId>('common.fieldRequired'))

/** A text without invisible characters and surrounding spaces. It may be empty. */
export const fieldText = v.pipe(v.string(), v.transform(cleanText))

/** A required text, without invisible characters and surrounding spaces. */
export const requiredText = v.pipe(fieldText, v.nonEmpty<string, MessageId>('common.fieldRequired'))

/** Whether a checkbox is ticked. A form's data does not contain an unticked one. */
export const checkbox = v.pipe(
  v.optional(v.string(), ''),
  v.transform((box) => box === 'on'),
)

/** A maximum length in characters. */
export const atMost = (maxLength: number) => v.maxLength<string, number, MessageId>(maxLength, 'form.tooLong')
