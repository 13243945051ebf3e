import * as v from 'valibot'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { NameList } from '../../ui/feedback/name-list.tsx'
import { newPassword, passwordText } from '../../person/form/account-checks.ts'
import { CurrentPasswordField, SavedUnder } from '../../ui/form/text-field.tsx'
import { ticked } from '../../ui/form/checks.ts'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const changeForm = v.object({
  oldPassword: passwordText,
  newPassword,
  everywhere: ticked,
})
type Change = v.InferOutput<typeof changeForm>

type Props = {
  email: string
  offline: boolean
  /** The files whose uploads a sign-out ends. */
  uploads: readonly string[]
  change: (change: Change) => Promise<Result<void, AuthFailure>>
  onChanged: (change: Change) => void
}

export const ChangePasswordScreen = ({ email, offline, uploads, change, onChanged }: Props) => {
  const t = useTranslate()
  const state = useForm({
    schema: changeForm,
    submit: change,
    onDone: (_, wanted) => onChanged(wanted),
  })

  return (
    <Page title={t('changePassword.title')}>
      <Form state={state} submit={t('forgotPassword.save')} offline={offline}>
        <SavedUnder email={email} />
        <CurrentPasswordField label={t('changePassword.oldPassword')} name="oldPassword" />
        <NewPasswordField label={t('forgotPassword.newPassword')} name="newPassword" />
        <CheckboxField
          label={t('changePassword.everywhere')}
          hint={t('changePassword.everywhereHint')}
          name="everywhere"
        />
        {uploads.length > 0 && <p>{t('signOut.uploads', { count: uploads.length })}</p>}
        <NameList names={uploads} />
      </Form>
      <p>
        <LocaleLink to={t('profileSlug')} className={aloneLink}>
          {t('changePassword.back')}
        </LocaleLink>
      </p>
    </Page>
  )
}
