import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './new-password-field.module.css'
import { passwordRules } from './password-rules.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { TextField } from '../../ui/form/text-field.tsx'

/** Asks for a new password and says what it needs before it is typed; each rule that is met gets its tick. */
export const NewPasswordField = ({ label, name }: { label: string; name: string }) => {
  const t = useTranslate()
  const [password, setPassword] = useState('')

  return (
    <TextField
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      // As the pool counts its characters.
      onChange={(event) => setPassword(event.currentTarget.value.normalize('NFC'))}
      hint={
        <>
          <span>{t('signUp.passwordNeeds')}</span>
          {passwordRules.map(({ message, isMet }) => (
            <span key={message} className={styles.rule} data-met={isMet(password) || undefined}>
              <span>{t(message)}</span>
              {isMet(password) && <VisuallyHidden>{` (${t('signUp.rule.met')})`}</VisuallyHidden>}
            </span>
          ))}
        </>
      }
    />
  )
}
