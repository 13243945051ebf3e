import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'

const fields = [
  { name: 'firstName', autoComplete: 'given-name' },
  { name: 'lastName', autoComplete: 'family-name' },
] as const

export type NamePart = (typeof fields)[number]['name']

type Props = {
  /** The current values. */
  names?: Readonly<Record<NamePart, string>>
  /** The fields to show, if not both. */
  parts?: readonly NamePart[]
}

/** The name fields of a coach. */
export const NameFields = ({ names, parts }: Props) => {
  const t = useTranslate()
  const shownFields = fields.filter(({ name }) => parts?.includes(name) ?? true)
  return shownFields.map(({ name, autoComplete }) => (
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
