import { useTranslate } from '../../i18n/use-translate.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { optionsOf } from './registration-options.ts'

type Props = {
  question: keyof typeof optionsOf
  /** The name of the form field, if it differs from the question. */
  name?: string
  optional?: boolean
  defaultValue?: string | undefined
}

/** A question of the registration with fixed options. */
export const RegistrationSelect = ({ question, name = question, optional = false, defaultValue }: Props) => {
  const t = useTranslate()
  const label = t(`signUp.${question}`)
  return (
    <SelectField
      label={optional ? t('form.optionalLabel', { label }) : label}
      name={name}
      options={optionsOf[question](t)}
      defaultValue={defaultValue}
      required={!optional}
    />
  )
}
