import * as v from 'valibot'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { typedEmail, codeText, newPassword } from '../../person/form/account-checks.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { EmailField, SavedUnder } from '../../ui/form/text-field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import styles from './forgot-password.module.css'

const requestForm = v.object({ email: typedEmail })

type StepProps = {
  email: string
  /** The remaining wait after too many attempts. */
  countdown: string | undefined
  offline: boolean
  /** A ref for the first field: the coach came from the other step, whose button has been removed. */
  focusOnArrival: ((input: HTMLInputElement | null) => void) | undefined
}

type RequestProps = StepProps & { request: (email: string) => Promise<Result<void, AuthFailure>> }

/** Asks for the address of the account, and has a code sent there. */
export const RequestStep = ({ email, countdown, offline, focusOnArrival, request }: RequestProps) => {
  const t = useTranslate()
  const state = useForm({
    schema: requestForm,
    paused: countdown !== undefined,
    submit: (values) => request(values.email),
  })

  const help = state.failure?.step === 'verify' && (
    <LocaleLink to="confirm-email" className={aloneLink}>
      {t('confirmEmail.title')}
    </LocaleLink>
  )

  return (
    <Page title={t('forgotPassword.title')} intro={t('forgotPassword.intro')}>
      <Form state={state} submit={countdown ?? t('forgotPassword.submit')} offline={offline} help={help}>
        <EmailField label={t('signIn.email')} ref={focusOnArrival} defaultValue={email} />
      </Form>
      <p>
        <LocaleLink to="login" className={aloneLink}>
          {t('forgotPassword.toSignIn')}
        </LocaleLink>
      </p>
    </Page>
  )
}

const codeForm = v.object({ code: codeText('errorMessage.authCodeInsert'), password: newPassword })

type CodeProps = StepProps & {
  reset: (code: string, password: string) => Promise<Result<void, AuthFailure>>
  sendAgain: () => Promise<Result<void, AuthFailure>>
  onOtherEmail: () => void
}

/** Asks for the emailed code and a new password. */
export const CodeStep = (props: CodeProps) => {
  const t = useTranslate()
  const { email, countdown, offline, focusOnArrival, reset, sendAgain, onOtherEmail } = props
  const paused = countdown !== undefined
  const state = useForm({
    schema: codeForm,
    paused,
    submit: ({ code, password }) => reset(code, password),
  })

  return (
    <Page
      title={t('forgotPassword.codeTitle')}
      intro={<span className={styles.sentTo}>{t('confirmEmail.sentTo', { email })}</span>}
    >
      <Form state={state} submit={countdown ?? t('forgotPassword.save')} offline={offline}>
        <SavedUnder email={email} />
        <CodeField ref={focusOnArrival} />
        <NewPasswordField label={t('forgotPassword.newPassword')} name="password" />
      </Form>
      <NoCodeYet {...{ paused, sendAgain, onOtherEmail }} setFailure={state.setFailure} />
    </Page>
  )
}

type NoCodeYetProps = Pick<CodeProps, 'sendAgain' | 'onOtherEmail'> & {
  paused: boolean
  setFailure: (failure: AuthFailure | undefined) => void
}

/** For a code that does not arrive: sends another one, or changes the address. */
const NoCodeYet = ({ paused, sendAgain, setFailure, onOtherEmail }: NoCodeYetProps) => {
  const t = useTranslate()
  const { busy, run } = useBusy()

  const again = async () => {
    setFailure(undefined)
    const sent = await sendAgain()
    if (sent.ok) notify.success(t('successMessage.codeSent'))
    else setFailure(sent.error)
  }

  return (
    <ButtonRow>
      <Button variant="secondary" busy={busy} aria-disabled={paused} onClick={() => paused || run(again)}>
        {t('confirmEmail.resend')}
      </Button>
      <Button variant="quiet" onClick={onOtherEmail}>
        {t('confirmEmail.otherEmail')}
      </Button>
    </ButtonRow>
  )
}
