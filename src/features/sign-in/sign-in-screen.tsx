import type { AuthFailure } from '../../session/failures.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { Result } from '../../lib/result.ts'
import { signInForm, signInMessages } from './sign-in-form.ts'

type Props = {
  /** Known from a sign-up or a verification on this device. */
  email?: string | undefined
  /** What brought the coach here: an address just confirmed, a new password, a session that is over. */
  notice?: MessageId | undefined
  offline: boolean
  signIn: (email: string, password: string) => Promise<Result<unknown, AuthFailure>>
  onSignedIn: () => void
  /** The e-mail address has to be confirmed first. */
  onUnconfirmed: () => void
}

/** Signs a coach in with e-mail address and password. */
export const SignInScreen = ({ email, notice, offline, signIn, onSignedIn, onUnconfirmed }: Props) => {
  const t = useTranslate()
  const { errorOf, busy, failure, form } = useForm({
    schema: signInForm,
    messages: signInMessages,
    submit: async (values) => {
      const answer = await signIn(values.email, values.password)
      if (answer.ok) {
        notify.success(t('successMessage.authLogin'))
        onSignedIn()
        return undefined
      }
      if (answer.error.step !== 'verify') return answer.error
      notify.error(t(answer.error.message))
      if (answer.error.reason) notify.blank(t(answer.error.reason))
      onUnconfirmed()
      return undefined
    },
  })

  return (
    <Page title={t('signIn.title')}>
      {notice && !failure && <Notice tone="info">{t(notice)}</Notice>}
      {offline && <Notice tone="warning">{t('error.offlineNeedsConnection')}</Notice>}
      {failure && (
        <FailureNotice failure={failure}>
          {failure.message === 'errorMessage.accountLocked' && (
            <LocaleLink to="forgot-password">{t('forgotPassword.codeTitle')}</LocaleLink>
          )}
          {failure.step === 'sign-up' && <LocaleLink to="sign-up">{t('signIn.finishSignUp')}</LocaleLink>}
        </FailureNotice>
      )}
      <form {...form}>
        <Stack>
          <EmailField label={t('signIn.email')} defaultValue={email} error={errorOf('email')} />
          <TextField
            label={t('signIn.password')}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            error={errorOf('password')}
          />
          <Button type="submit" busy={busy}>
            {t('signIn.submit')}
          </Button>
        </Stack>
      </form>
      <p>
        <LocaleLink to="forgot-password">{t('forgotPassword.title')}</LocaleLink>
      </p>
      <p>
        {t('signIn.noAccount')} <LocaleLink to="sign-up">{t('signIn.toSignUp')}</LocaleLink>
      </p>
    </Page>
  )
}
