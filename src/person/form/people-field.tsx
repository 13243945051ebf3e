import type { ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'error' | 'defaultValue'>

/** Asks how many people a coach reaches. */
export const PeopleField = (props: Props) => {
  const t = useTranslate()
  return (
    <TextField
      {...props}
      label={t('signUp.numberOfPeople')}
      hint={t('signUp.numberOfPeopleHint')}
      name="numberOfPeople"
      inputMode="numeric"
      autoComplete="off"
      required
    />
  )
}
