import { useState, type InputEvent } from 'react'
import * as v from 'valibot'
import { maxPeople, numberOfPeople } from '../../contract/shared-schemas.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { toAsciiDigits } from '../../lib/text/clean-text.ts'
import { fieldText } from '../../ui/form/field-schemas.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Parses the typed number of people that a coach reaches; clamps it to 0..1000 (specification §5). */
export const numberOfPeopleSchema = v.pipe(
  fieldText,
  v.transform(toAsciiDigits),
  v.regex<string, MessageId>(/^[+-]?\d{1,9}$/, 'signUp.numberOfPeopleHint'),
  v.transform(Number),
  numberOfPeople,
)

/** The field for the number of people that a coach reaches. Reduces a number that is too large. */
export const PeopleField = ({ defaultValue }: { defaultValue?: number | undefined }) => {
  const t = useTranslate()
  const [isReduced, setIsReduced] = useState(false)
  const onInput = ({ currentTarget: field }: InputEvent<HTMLInputElement>) => {
    const isTooLarge = Number(toAsciiDigits(field.value)) > maxPeople
    if (isTooLarge) field.value = String(maxPeople)
    setIsReduced(isTooLarge)
  }
  return (
    <TextField
      defaultValue={defaultValue}
      label={t('signUp.numberOfPeople')}
      // Announced when it changes. Has no `role`, because the text is also the description of the field.
      hint={
        <span aria-live="polite">
          {t(isReduced ? 'signUp.numberOfPeopleCut' : 'signUp.numberOfPeopleHint')}
        </span>
      }
      name="numberOfPeople"
      inputMode="numeric"
      autoComplete="off"
      required
      onInput={onInput}
    />
  )
}
