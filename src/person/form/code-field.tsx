import type { ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'ref' | 'hint'>

/**
 * The field for a code of 6 digits. The default hint is for a code that was sent by email. A phone that has
 * received the email or the text message suggests the code.
 */
export const CodeField = ({ ref, hint }: Props) => {
  const t = useTranslate()
  return (
    <TextField
      ref={ref}
      label={t('confirmEmail.code')}
      hint={hint ?? t('confirmEmail.codeHint')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
