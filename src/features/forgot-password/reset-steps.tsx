import * as v from 'valibot'
import { NextStepLink } from '../../person/form/next-step-link.tsx'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { createCodeSchema, emailSchema, newPasswordSchema } from '../../person/form/account-schemas.ts'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { EmailField, UsernameForPasswordManager } from '../../ui/form/text-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './forgot-password.module.css'

const requestSchema = v.object({ email: emailSchema })

type StepProps = {
  email: string
  /** The remaining wait after too many attempts, as a text. Undefined if there is no wait. */
  countdown: string | undefined
  offline: boolean
  /**
   * Focuses the first field. Undefined unless the coach came from the other step, whose focused button has
   * been removed.
   */
  focusOnArrival: ((input: HTMLInputElement | null) => void) | undefined
}

type RequestStepProps = StepProps & { request: (email: string) => Promise<Result<void, AuthFailure>> }

/** Asks for the email address of the account, and has a code sent there. */
export const RequestStep = ({ email, countdown, offline, focusOnArrival, request }: RequestStepProps) => {
  const t = useTranslate()
  const state = useForm({
    schema: requestSchema,
    paused: countdown !== undefined,
    submit: (fields) => request(fields.email),
  })

  // `verify`: the email address of the account has to be confirmed first.
  const help =
    state.failure?.step === 'verify' ? (
      <LocaleLink to="confirm-email" className={standaloneLinkClass}>
        {t('confirmEmail.title')}
      </LocaleLink>
    ) : (
      <NextStepLink step={state.failure?.step} email={undefined} />
    )

  return (
    <Page title={t('forgotPassword.title')} intro={t('forgotPassword.intro')} hasPicture>
      <Form state={state} submitLabel={countdown ?? t('forgotPassword.submit')} offline={offline} help={help}>
        <EmailField label={t('signIn.email')} ref={focusOnArrival} defaultValue={email} />
      </Form>
      <p>
        <LocaleLink to="login" className={standaloneLinkClass}>
          {t('forgotPassword.toSignIn')}
        </LocaleLink>
      </p>
    </Page>
  )
}

const codeStepSchema = v.object({
  // The message is shown if the length of the code is wrong.
  code: createCodeSchema('errorMessage.authCodeInsert'),
  password: newPasswordSchema,
})

type CodeStepProps = StepProps & {
  reset: (code: string, password: string) => Promise<Result<void, AuthFailure>>
  sendAgain: () => Promise<Result<void, AuthFailure>>
  onOtherEmail: () => void
}

type NoCodeYetProps = Pick<CodeStepProps, 'sendAgain' | 'onOtherEmail'> & {
  isPaused: boolean
  setFailure: (failure: AuthFailure | undefined) => void
}

/** For a code that does not arrive: has another code sent, or goes back to the email address. */
const NoCodeYet = ({ isPaused, sendAgain, setFailure, onOtherEmail }: NoCodeYetProps) => {
  const t = useTranslate()
  const { busy, run } = useBusy()

  const resend = async () => {
    setFailure(undefined)
    const result = await sendAgain()
    if (result.ok) notify.success(t('successMessage.codeSent'))
    else setFailure(result.error)
  }

  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        aria-disabled={isPaused}
        onClick={() => {
          if (!isPaused) run(resend)
        }}
      >
        {t('confirmEmail.resend')}
      </Button>
      <Button variant="quiet" onClick={onOtherEmail}>
        {t('confirmEmail.otherEmail')}
      </Button>
    </>
  )
}

/** Asks for the emailed code and a new password. */
export const CodeStep = (props: CodeStepProps) => {
  const t = useTranslate()
  const { email, countdown, offline, focusOnArrival, reset, sendAgain, onOtherEmail } = props
  const isPaused = countdown !== undefined
  const state = useForm({
    schema: codeStepSchema,
    paused: isPaused,
    submit: ({ code, password }) => reset(code, password),
  })

  return (
    <Page
      hasPicture
      title={t('forgotPassword.codeTitle')}
      intro={<span className={styles.sentTo}>{t('confirmEmail.sentTo', { email })}</span>}
    >
      <Form
        state={state}
        submitLabel={countdown ?? t('forgotPassword.save')}
        offline={offline}
        help={<NextStepLink step={state.failure?.step} email={email} />}
        alternative={
          <NoCodeYet
            isPaused={isPaused}
            sendAgain={sendAgain}
            onOtherEmail={onOtherEmail}
            setFailure={state.setFailure}
          />
        }
      >
        <UsernameForPasswordManager email={email} />
        <CodeField ref={focusOnArrival} />
        <NewPasswordField label={t('forgotPassword.newPassword')} name="password" />
      </Form>
    </Page>
  )
}
