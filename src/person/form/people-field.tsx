import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'

/** Asks how many people a coach reaches. */
export const PeopleField = ({ defaultValue }: { defaultValue?: number | undefined }) => {
  const t = useTranslate()
  return (
    <TextField
      defaultValue={defaultValue}
      label={t('signUp.numberOfPeople')}
      hint={t('signUp.numberOfPeopleHint')}
      name="numberOfPeople"
      inputMode="numeric"
      autoComplete="off"
      required
    />
  )
}
