import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import type { ButtonVariant } from '../../ui/button.tsx'
import { Form } from '../../ui/form/form.tsx'
import { CurrentPasswordField, UsernameForPasswordManager } from '../../ui/form/text-field.tsx'
import { useForm, type FormFailure } from '../../ui/form/use-form.ts'
import { passwordSchema } from './account-schemas.ts'
import styles from './password-form.module.css'

const schema = v.object({ password: passwordSchema })

type Props<Value> = {
  email: string
  submitLabel: string
  variant?: ButtonVariant
  submit: (password: string) => Promise<Result<Value, FormFailure>>
  onDone: (value: Value) => void
}

/** Asks for the password again, so that nobody else can change the account on a device that was left open. */
export const PasswordForm = <Value,>(props: Props<Value>) => {
  const { email, submitLabel, variant = 'primary', submit, onDone } = props
  const t = useTranslate()
  const state = useForm({ schema, submit: ({ password }) => submit(password), onDone })
  return (
    <Form state={state} submitLabel={submitLabel} variant={variant} compact className={styles.form}>
      <UsernameForPasswordManager email={email} />
      <CurrentPasswordField label={t('secondFactor.password')} hint={t('secondFactor.whyPassword')} />
    </Form>
  )
}
