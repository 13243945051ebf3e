import { useState } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { NewPasswordField } from '../../person/form/new-password-field.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { SavedUnder } from '../../ui/form/saved-under.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { focus } from './focus.ts'
import { forgotPasswordWords, resetForm } from './forgot-password-form.ts'
import styles from './forgot-password.module.css'
import { PausedButton } from './paused-button.tsx'

type Props = {
  email: string
  secondsLeft: number
  offline: boolean
  /** The coach came from the other step: the button pressed there is gone. */
  focusOnArrival: boolean
  reset: (code: string, password: string) => Promise<Result<void, AuthFailure>>
  sendAgain: () => Promise<Result<void, AuthFailure>>
  onOtherEmail: () => void
}

/** Takes the code of the e-mail and a new password. */
export const CodeStep = ({
  email,
  secondsLeft,
  offline,
  focusOnArrival,
  reset,
  sendAgain,
  onOtherEmail,
}: Props) => {
  const t = useTranslate()
  const { errorOf, busy, failure, setFailure, form } = useForm({
    schema: resetForm,
    messages: forgotPasswordWords,
    paused: secondsLeft > 0,
    submit: async ({ code, password }) => {
      const answer = await reset(code, password)
      return answer.ok ? undefined : answer.error
    },
  })

  return (
    <Page
      title={t('forgotPassword.codeTitle')}
      intro={<span className={styles.sentTo}>{t('verify.sentTo', { email })}</span>}
    >
      {offline && <Notice tone="warning">{t('error.offlineNeedsConnection')}</Notice>}
      {failure && <FailureNotice failure={failure} />}
      <form {...form}>
        <Stack>
          <SavedUnder email={email} />
          <CodeField ref={focusOnArrival ? focus : undefined} error={errorOf('code')} />
          <NewPasswordField
            label={t('forgotPassword.newPassword')}
            name="password"
            error={errorOf('password')}
          />
          <PausedButton messages={t('forgotPassword.save')} busy={busy} secondsLeft={secondsLeft} />
        </Stack>
      </form>
      <OtherWays paused={secondsLeft > 0} {...{ sendAgain, setFailure, onOtherEmail }} />
    </Page>
  )
}

type OtherWaysProps = Pick<Props, 'sendAgain' | 'onOtherEmail'> & {
  paused: boolean
  setFailure: (failure: AuthFailure | undefined) => void
}

/** For whom the code did not come: another one, or another address. */
const OtherWays = ({ paused, sendAgain, setFailure, onOtherEmail }: OtherWaysProps) => {
  const t = useTranslate()
  const [sending, setSending] = useState(false)

  const again = async () => {
    if (sending || paused) return
    setSending(true)
    setFailure(undefined)
    const answer = await sendAgain()
    setSending(false)
    if (answer.ok) notify.success(t('successMessage.codeSent'))
    else setFailure(answer.error)
  }

  return (
    <Stack row gap="s">
      <Button variant="secondary" busy={sending} aria-disabled={paused} onClick={() => void again()}>
        {t('verify.resend')}
      </Button>
      <Button variant="quiet" onClick={onOtherEmail}>
        {t('verify.otherEmail')}
      </Button>
    </Stack>
  )
}
