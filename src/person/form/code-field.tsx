import type { ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'ref'>

/** The field for the code of an email. A phone that has received the email offers the code. */
export const CodeField = (props: Props) => {
  const t = useTranslate()
  return (
    <TextField
      {...props}
      label={t('confirmEmail.code')}
      hint={t('confirmEmail.codeHint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
