import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { typedText } from '../../lib/typed-text.ts'

/** A check whose message is one of the catalogue's. */
export const check = <Value>(isRight: (value: Value) => boolean, message: MessageId) =>
  v.check<Value, MessageId>(isRight, message)

/** A text that has to be filled in, and is taken as it was typed. */
export const required = v.pipe(v.string(), v.nonEmpty<string, MessageId>('common.fieldRequired'))

/** A text as a person entered it. */
export const fieldText = v.pipe(v.string(), v.transform(typedText))

/** The same where it has to be filled in. */
export const requiredText = v.pipe(fieldText, v.nonEmpty<string, MessageId>('common.fieldRequired'))

/** Up to `most` characters. */
export const atMost = (most: number) => v.maxLength<string, number, MessageId>(most, 'form.tooLong')
