import { useState } from 'react'
import * as v from 'valibot'
import type { AuthFailure } from '../../session/failure-messages.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { CurrentPasswordField, EmailField } from '../../ui/form/text-field.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ok, type Result } from '../../lib/result.ts'
import { emailSchema, passwordSchema } from '../../person/form/account-checks.ts'
import { NextStepLink } from '../../person/form/next-step-link.tsx'
import { Form } from '../../ui/form/form.tsx'
import { DeletedAccountNotice, type DeletedAccountEntries } from './deleted-account-notice.tsx'

export const signInSchema = v.object({ email: emailSchema, password: passwordSchema })

type Props = {
  /** The email address, if it is known from a sign-up or a verification on this device. */
  email?: string | undefined
  /**
   * Why the coach is here: a confirmed email address, a new password, a session that ended, or a link to a
   * page for coaches.
   */
  notice?: MessageId | undefined
  deletedAccountEntries?: DeletedAccountEntries | undefined
  offline: boolean
  signIn: (email: string, password: string) => Promise<Result<unknown, AuthFailure>>
  onSignedIn: () => void
  /**
   * Called if the sign-in continues on another screen: `verify` confirms the email address, `challenge` asks
   * for what the provider needs after the password.
   */
  onNextStep: (step: 'verify' | 'challenge') => void
}

/**
 * Signs a coach in. If the email address must be confirmed first, or the provider asks for more than the
 * password, opens the screen for that.
 */
export const SignInScreen = (props: Props) => {
  const { email, notice, deletedAccountEntries, offline, signIn } = props
  const { onSignedIn, onNextStep } = props
  const t = useTranslate()
  const [sentEmail, setSentEmail] = useState<string>()
  const state = useForm({
    schema: signInSchema,
    submit: async (fields) => {
      setSentEmail(fields.email)
      const result = await signIn(fields.email, fields.password)
      if (result.ok) {
        notify.success(t('successMessage.authLogin'))
        onSignedIn()
        return result
      }
      const { step, message, reason } = result.error
      if (step !== 'verify' && step !== 'challenge') return result
      // The next screen replaces this form, so toasts show the failure, and the form receives a success.
      if (step === 'verify') {
        notify.error(t(message))
        if (reason) notify.blank(t(reason))
      }
      onNextStep(step)
      return ok(undefined)
    },
  })

  const { failure } = state

  return (
    <Page title={t('signIn.title')}>
      {notice && !failure && <Notice tone="info">{t(notice)}</Notice>}
      {deletedAccountEntries && <DeletedAccountNotice {...deletedAccountEntries} />}
      <Form
        state={state}
        submitLabel={t('signIn.submit')}
        offline={offline}
        help={<NextStepLink step={failure?.step} email={sentEmail} />}
      >
        <EmailField label={t('signIn.email')} autoComplete="username webauthn" defaultValue={email} />
        <CurrentPasswordField label={t('signIn.password')} />
      </Form>
      <p>
        <LocaleLink to="forgot-password" className={standaloneLinkClass}>
          {t('forgotPassword.title')}
        </LocaleLink>
      </p>
      <p>
        <span>{t('signIn.noAccount')}</span> <LocaleLink to="sign-up">{t('signIn.toSignUp')}</LocaleLink>
      </p>
    </Page>
  )
}
