import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'

const fields = [
  { name: 'firstName', autoComplete: 'given-name' },
  { name: 'lastName', autoComplete: 'family-name' },
] as const

/** The name fields of a coach. `names` are the current values. */
export const NameFields = ({ names }: { names?: { firstName: string; lastName: string } }) => {
  const t = useTranslate()
  return fields.map(({ name, autoComplete }) => (
    <TextField
      key={name}
      label={t(`signUp.${name}`)}
      name={name}
      autoComplete={autoComplete}
      dir="auto"
      maxLength={200}
      defaultValue={names?.[name]}
      required
    />
  ))
}
