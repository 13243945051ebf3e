import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'

/** A check whose message is one of the catalogue's. */
export const check = <Value>(isRight: (value: Value) => boolean, message: MessageId) =>
  v.check<Value, MessageId>(isRight, message)

/** A text that has to be there as it was typed. */
export const required = v.pipe(v.string(), v.nonEmpty<string, MessageId>('common.fieldRequired'))

/** The same without the spaces around it. */
export const requiredText = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty<string, MessageId>('common.fieldRequired'),
)

/** Up to `most` characters. */
export const atMost = (most: number) => v.maxLength<string, number, MessageId>(most, 'error.tooLarge')
