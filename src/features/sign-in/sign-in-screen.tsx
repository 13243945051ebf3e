import * as v from 'valibot'
import type { AuthFailure } from '../../session/failures.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { CurrentPasswordField, EmailField } from '../../ui/form/text-field.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ok, type Result } from '../../lib/result.ts'
import { typedEmail, passwordText } from '../../person/form/account-checks.ts'
import { LeftOverNotice, type LeftOver } from './left-over-notice.tsx'
import { Form } from '../../ui/form/form.tsx'

export const signInForm = v.object({ email: typedEmail, password: passwordText })

type Props = {
  /** Known from a sign-up or a verification on this device. */
  email?: string | undefined
  /** Why the coach is here: an address just confirmed, a new password, a session that ended, a link. */
  notice?: MessageId | undefined
  leftOver?: LeftOver | undefined
  offline: boolean
  signIn: (email: string, password: string) => Promise<Result<unknown, AuthFailure>>
  onSignedIn: () => void
  /** The email address has to be confirmed first. */
  onUnconfirmed: () => void
}

export const SignInScreen = (props: Props) => {
  const { email, notice, leftOver, offline, signIn, onSignedIn, onUnconfirmed } = props
  const t = useTranslate()
  const state = useForm({
    schema: signInForm,
    submit: async (values) => {
      const result = await signIn(values.email, values.password)
      if (result.ok) {
        notify.success(t('successMessage.authLogin'))
        onSignedIn()
        return result
      }
      if (result.error.step !== 'verify') return result
      notify.error(t(result.error.message))
      if (result.error.reason) notify.blank(t(result.error.reason))
      onUnconfirmed()
      return ok(undefined)
    },
  })

  const { failure } = state
  const help = (
    <>
      {failure?.step === 'reset' && (
        <LocaleLink to="forgot-password" className={aloneLink}>
          {t('forgotPassword.codeTitle')}
        </LocaleLink>
      )}
      {failure?.step === 'sign-up' && (
        <LocaleLink to="sign-up" className={aloneLink}>
          {t('signIn.finishSignUp')}
        </LocaleLink>
      )}
    </>
  )

  return (
    <Page title={t('signIn.title')}>
      {notice && !failure && <Notice tone="info">{t(notice)}</Notice>}
      {leftOver && <LeftOverNotice {...leftOver} />}
      <Form state={state} submit={t('signIn.submit')} offline={offline} help={help}>
        <EmailField label={t('signIn.email')} autoComplete="username webauthn" defaultValue={email} />
        <CurrentPasswordField label={t('signIn.password')} />
      </Form>
      <p>
        <LocaleLink to="forgot-password" className={aloneLink}>
          {t('forgotPassword.title')}
        </LocaleLink>
      </p>
      <p>
        <span>{t('signIn.noAccount')}</span> <LocaleLink to="sign-up">{t('signIn.toSignUp')}</LocaleLink>
      </p>
    </Page>
  )
}
