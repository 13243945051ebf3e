import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { passwordRules } from './account-schemas.ts'
import styles from './new-password-field.module.css'

/** The field for a new password. Shows its rules before typing, and a tick for each rule that is met. */
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
      // Normalised as in `passwordSchema`, because the rules apply to the password that is sent.
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
