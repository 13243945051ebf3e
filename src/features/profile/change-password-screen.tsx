import * as v from 'valibot'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/form/checkbox-field.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { newPassword, newPasswordMessages } from '../../person/form/password-rules.ts'
import { SavedUnder } from '../../ui/form/saved-under.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'

const changeForm = v.object({
  oldPassword: v.pipe(v.string(), v.nonEmpty('empty')),
  newPassword,
  everywhere: v.optional(v.literal('on')),
})
type Change = { oldPassword: string; newPassword: string; everywhere: boolean }
type Props = {
  email: string
  offline: boolean
  /** How many uploads a sign-out ends. */
  uploads: number
  change: (change: Change) => Promise<Result<void, AuthFailure>>
  onChanged: (change: Change) => void
}

/** Changes the password of the signed-in coach. */
export const ChangePasswordScreen = ({ email, offline, uploads, change, onChanged }: Props) => {
  const t = useTranslate()
  const { errorOf, busy, failure, form } = useForm({
    schema: changeForm,
    messages: newPasswordMessages,
    submit: async ({ everywhere, ...passwords }) => {
      const wanted = { ...passwords, everywhere: everywhere !== undefined }
      const answer = await change(wanted)
      if (!answer.ok) return answer.error
      onChanged(wanted)
      return undefined
    },
  })

  return (
    <Page title={t('changePassword.title')}>
      {offline && <Notice tone="warning">{t('error.offlineNeedsConnection')}</Notice>}
      {failure && <FailureNotice failure={failure} />}
      <form {...form}>
        <Stack>
          <SavedUnder email={email} />
          <TextField
            label={t('changePassword.oldPassword')}
            name="oldPassword"
            type="password"
            autoComplete="current-password"
            required
            error={errorOf('oldPassword')}
          />
          <NewPasswordField
            label={t('forgotPassword.newPassword')}
            name="newPassword"
            error={errorOf('newPassword')}
          />
          <CheckboxField
            label={t('changePassword.everywhere')}
            hint={t('changePassword.everywhereHint')}
            name="everywhere"
          />
          {uploads > 0 && <p>{t('signOut.uploads', { count: uploads })}</p>}
          <Button type="submit" busy={busy}>
            {t('forgotPassword.save')}
          </Button>
        </Stack>
      </form>
      <p>
        <LocaleLink to={t('profileSlug')}>{t('changePassword.back')}</LocaleLink>
      </p>
    </Page>
  )
}
