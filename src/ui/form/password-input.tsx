import { useState, type ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import styles from './password-input.module.css'

/** A password input with a button that shows what was typed. */
export const PasswordInput = (props: ComponentProps<'input'>) => {
  const t = useTranslate()
  const [shown, setShown] = useState(false)
  return (
    <span className={styles.frame}>
      <input {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={shown}
        aria-label={t('common.showPassword')}
        onClick={() => setShown(!shown)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" strokeWidth="2" />
          <circle cx="12" cy="12" r="2.6" strokeWidth="2" />
          {!shown && <path d="M4 20 20 4" strokeWidth="2" strokeLinecap="round" />}
        </svg>
      </button>
    </span>
  )
}
