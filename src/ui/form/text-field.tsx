import { useState, type ComponentProps } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './text-field.module.css'

/** A password input with a button that shows what was typed. */
const PasswordInput = (props: ComponentProps<'input'>) => {
  const t = useTranslate()
  const [isVisible, setIsVisible] = useState(false)
  return (
    <span className={styles.frame}>
      <input {...props} type={isVisible ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={isVisible}
        aria-label={t('common.showPassword')}
        onClick={() => setIsVisible(!isVisible)}
      >
        <svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" strokeWidth="2" />
          <circle cx="12" cy="12" r="2.6" strokeWidth="2" />
          {!isVisible && <path d="M4 20 20 4" strokeWidth="2" strokeLinecap="round" />}
        </svg>
      </button>
    </span>
  )
}

/** A labelled input for one line of text; a password can be shown. */
export const TextField = ({ label, hint, type = 'text', ...rest }: FieldText & ComponentProps<'input'>) => (
  <Field label={label} name={rest.name} hint={hint}>
    {(control) =>
      type === 'password' ? (
        <PasswordInput {...rest} {...control} />
      ) : (
        <input {...rest} {...control} type={type} />
      )
    }
  </Field>
)

type EmailProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'ref' | 'defaultValue' | 'autoComplete' | 'readOnly'
>

/** A field for the email address of an account, with the attributes for keyboards and password managers. */
export const EmailField = (props: EmailProps) => (
  <TextField
    autoComplete="username"
    {...props}
    name="email"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
)

type PasswordProps = Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'readOnly'> & {
  name?: string
}

/** A field for the password that an account has now, which a password manager can fill in. */
export const CurrentPasswordField = ({ name = 'password', ...rest }: PasswordProps) => (
  <TextField {...rest} name={name} type="password" autoComplete="current-password" required />
)

/** Tells a password manager under which name to save the new password of a form. */
export const UsernameForPasswordManager = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
)

/** A labelled input for several lines of text. */
export const TextArea = ({ label, hint, ...rest }: FieldText & ComponentProps<'textarea'>) => (
  <Field label={label} name={rest.name} hint={hint}>
    {(control) => <textarea {...rest} {...control} />}
  </Field>
)
