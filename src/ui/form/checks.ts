import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { typedText } from '../../lib/text/typed-text.ts'

/** A check whose message comes from the catalogue. */
export const check = <Value>(isRight: (value: Value) => boolean, message: MessageId) =>
  v.check<Value, MessageId>(isRight, message)

/** A check whose failure is also announced in a toast. */
export const announcedCheck = <Value>(isRight: (value: Value) => boolean, message: MessageId) =>
  v.rawCheck<Value>(({ dataset, addIssue }) => {
    if (dataset.typed && !isRight(dataset.value)) addIssue({ message })
  })

/** A required text, exactly as it was typed. */
export const required = v.pipe(v.string(), v.nonEmpty<string, MessageId>('common.fieldRequired'))

/** A text with the corrections of `typedText`. */
export const fieldText = v.pipe(v.string(), v.transform(typedText))

/** A required text with the same corrections. */
export const requiredText = v.pipe(fieldText, v.nonEmpty<string, MessageId>('common.fieldRequired'))

/** Whether a checkbox is ticked. A form's data does not contain an unticked one. */
export const ticked = v.pipe(
  v.optional(v.string(), ''),
  v.transform((box) => box === 'on'),
)

export const atMost = (most: number) => v.maxLength<string, number, MessageId>(most, 'form.tooLong')
