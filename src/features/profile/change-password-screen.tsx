import * as v from 'valibot'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { SecuritySubpage } from '../../person/form/security-subpage.tsx'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { newPasswordSchema, passwordSchema } from '../../person/form/account-schemas.ts'
import { CurrentPasswordField, UsernameForPasswordManager } from '../../ui/form/text-field.tsx'
import { checkbox } from '../../ui/form/field-schemas.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './profile.module.css'

const changeSchema = v.object({
  oldPassword: passwordSchema,
  newPassword: newPasswordSchema,
  signOutHereToo: checkbox,
})
type ChangeFields = v.InferOutput<typeof changeSchema>

type Props = {
  email: string
  offline: boolean
  /** Whether the account can have passkeys, which a new password does not remove. */
  hasPasskeys?: boolean
  /** The names of the files whose uploads a sign-out on this device ends. */
  uploads: readonly string[]
  changePassword: (fields: ChangeFields) => Promise<Result<void, AuthFailure>>
  onChanged: (fields: ChangeFields) => void
}

/**
 * Changes the password of the signed-in coach. That signs their other devices out, and on request this device
 * too.
 */
export const ChangePasswordScreen = (props: Props) => {
  const { email, offline, hasPasskeys, uploads, changePassword, onChanged } = props
  const t = useTranslate()
  const state = useForm({
    schema: changeSchema,
    submit: changePassword,
    onDone: (_, fields) => onChanged(fields),
  })

  return (
    <SecuritySubpage title={t('changePassword.title')}>
      <Form
        state={state}
        submitLabel={t('forgotPassword.save')}
        pinned
        offline={offline}
        className={styles.passwordForm}
      >
        <UsernameForPasswordManager email={email} />
        <CurrentPasswordField label={t('changePassword.oldPassword')} name="oldPassword" />
        <NewPasswordField label={t('forgotPassword.newPassword')} name="newPassword" />
        <CheckboxField
          label={t('changePassword.everywhere')}
          hint={t('changePassword.everywhereHint')}
          name="signOutHereToo"
        />
        {hasPasskeys && <p>{t('changePassword.passkeysHint')}</p>}
        {uploads.length > 0 && <p>{t('signOut.uploads', { count: uploads.length })}</p>}
        <NameList names={uploads} />
      </Form>
    </SecuritySubpage>
  )
}
