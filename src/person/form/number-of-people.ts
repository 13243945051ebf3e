import * as v from 'valibot'
import { numberOfPeople } from '../../contract/shapes.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { typedDigits } from '../../lib/text/typed-text.ts'
import { fieldText } from '../../ui/form/checks.ts'

/** The number of people that a coach reaches, as typed; clamped to 0..1000 (specification §5). */
export const numberOfPeopleText = v.pipe(
  fieldText,
  v.transform(typedDigits),
  v.regex<string, MessageId>(/^[+-]?\d{1,9}$/, 'signUp.numberOfPeopleHint'),
  v.transform(Number),
  numberOfPeople,
)
