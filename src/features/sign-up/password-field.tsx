import { useState } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { TextField } from '../../ui/text-field.tsx'
import styles from './password-field.module.css'
import { passwordRules } from './password-rules.ts'

/** Asks for a new password and says what it needs before it is typed; each rule that is met gets its tick. */
export const PasswordField = ({ error }: { error: string | undefined }) => {
  const t = useWords()
  const [password, setPassword] = useState('')
  const rules = passwordRules.map(({ words, isMet }) => ({ words, met: isMet(password) }))

  return (
    <TextField
      label={t('signUp.password')}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      onChange={(event) => setPassword(event.currentTarget.value)}
      error={error}
      hint={
        <>
          <span>{t('signUp.passwordNeeds')}</span>
          {rules.map(({ words, met }) => (
            <span key={words} className={styles.rule} data-met={met || undefined}>
              {met ? t('signUp.rule.met', { rule: t(words) }) : t(words)}
            </span>
          ))}
        </>
      }
    />
  )
}
