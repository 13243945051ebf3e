import * as v from 'valibot'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import { codeText, newPassword } from '../../person/form/account-entries.ts'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SavedUnder } from '../../ui/form/text-field.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useBusy } from '../../ui/use-busy.ts'
import type { StepProps } from './request-step.tsx'
import styles from './forgot-password.module.css'

const schema = v.object({ code: codeText('errorMessage.authCodeInsert'), password: newPassword })

type Props = StepProps & {
  reset: (code: string, password: string) => Promise<Result<void, AuthFailure>>
  sendAgain: () => Promise<Result<void, AuthFailure>>
  onOtherEmail: () => void
}

/** Asks for the emailed code and a new password. */
export const CodeStep = (props: Props) => {
  const t = useTranslate()
  const { email, countdown, offline, focusOnArrival, reset, sendAgain, onOtherEmail } = props
  const paused = countdown !== undefined
  const state = useForm({
    schema,
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
      <OtherWays {...{ paused, sendAgain, onOtherEmail }} setFailure={state.setFailure} />
    </Page>
  )
}

type OtherWaysProps = Pick<Props, 'sendAgain' | 'onOtherEmail'> & {
  paused: boolean
  setFailure: (failure: AuthFailure | undefined) => void
}

/** For a code that does not arrive: sends another one, or changes the address. */
const OtherWays = ({ paused, sendAgain, setFailure, onOtherEmail }: OtherWaysProps) => {
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
