import { useRef, useState } from 'react'
import * as v from 'valibot'
import type { ConfirmResult } from '../../account/account.ts'
import type { LocaleCode } from '../../config/locales.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { EmailField } from '../../ui/form/text-field.tsx'
import { CodeField } from '../../person/form/code-field.tsx'
import { ExistingAccountLinks } from '../../person/form/existing-account-links.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Page } from '../../ui/layout/page.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { createCodeSchema, emailSchema } from '../../person/form/account-schemas.ts'
import { Form } from '../../ui/form/form.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMinutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import styles from './confirm-email-screen.module.css'

export const confirmEmailSchema = v.object({
  email: emailSchema,
  code: createCodeSchema('errorMessage.authCodeverify'),
})

/**
 * The pause between two codes. An email takes some seconds to arrive, and the user pool limits how many it
 * sends.
 */
const resendIntervalMs = 30_000

/** Requests another code. After a code was sent, the button is disabled for a while. */
const ResendButton = ({
  resend,
  sentAt,
}: {
  /** Resolves to true if a code was sent. */
  resend: () => Promise<boolean>
  /** In ms since the epoch, or undefined if no code is known to have been sent. */
  sentAt: number | undefined
}) => {
  const t = useTranslate()
  // If the clock was set back after the code was sent, `sentAt` is in the future. In this case the pause
  // starts now. Without `sentAt`, the end of the pause is in 1970, so there is none.
  const [pausedUntil, setPausedUntil] = useState(() => Math.min(sentAt ?? 0, Date.now()) + resendIntervalMs)
  const { busy, run } = useBusy()
  const secondsLeft = useCountdown(pausedUntil)
  const isPaused = secondsLeft > 0

  const requestCode = async () => {
    if (!(await resend())) return
    setPausedUntil(Date.now() + resendIntervalMs)
    notify.success(t('successMessage.codeSent'))
  }

  return (
    <Button
      variant="secondary"
      busy={busy}
      aria-disabled={isPaused}
      className={isPaused ? styles.waiting : undefined}
      onClick={() => {
        if (!isPaused) run(requestCode)
      }}
    >
      {isPaused
        ? t('confirmEmail.resendIn', { time: formatMinutesAndSeconds(secondsLeft) })
        : t('confirmEmail.resend')}
    </Button>
  )
}

type Props = {
  /** The email address that this device has to confirm. Without it, the screen asks for an address. */
  email?: string | undefined
  /**
   * The locale of the account with that address. The screen links to pages in that locale, or in the current
   * locale if this is undefined.
   */
  accountLocale?: LocaleCode | undefined
  /** When the last code was sent, in ms since the epoch, if this device knows it. */
  sentAt?: number | undefined
  offline: boolean
  confirm: (email: string, code: string) => Promise<Result<ConfirmResult, AuthFailure>>
  resend: (email: string) => Promise<Result<void, AuthFailure>>
  onConfirmed: (next: ConfirmResult) => void
}

/** Confirms an email address with the code that was sent to it. */
export const ConfirmEmailScreen = ({
  email,
  accountLocale,
  sentAt,
  offline,
  confirm,
  resend,
  onConfirmed,
}: Props) => {
  const t = useTranslate()
  const emailInput = useRef<HTMLInputElement>(null)
  /** The email address that was last sent to the server. A failure is about this address. */
  const [submittedEmail, setSubmittedEmail] = useState(email)
  const state = useForm({
    schema: confirmEmailSchema,
    submit: (values) => {
      setSubmittedEmail(values.email)
      return confirm(values.email, values.code)
    },
    onDone: (outcome) => {
      notify.success(t('successMessage.authEmailVerifySuccess'))
      onConfirmed(outcome)
    },
  })

  /** Requests another code. Resolves to true if it was sent. A failure is shown in the form. */
  const resendCode = async (): Promise<boolean> => {
    const parsedEmail = v.safeParse(emailSchema, email ?? emailInput.current?.value)
    if (!parsedEmail.success) {
      notify.error(t('errorMessage.authEmailValid'))
      emailInput.current?.focus()
      return false
    }
    state.setFailure(undefined)
    setSubmittedEmail(parsedEmail.output)
    const result = await resend(parsedEmail.output)
    if (result.ok) return true
    const { reason, message, ...failure } = result.error
    // If there is a `reason`, `message` only asks the coach to try again in a few minutes.
    state.setFailure({ ...failure, message: reason ?? message })
    return false
  }

  const getIntro = (): string => {
    if (email === undefined) return t('confirmEmail.askEmail')
    return t(sentAt === undefined ? 'confirmEmail.enterFor' : 'confirmEmail.sentTo', { email })
  }

  return (
    <Page
      title={t('confirmEmail.title')}
      intro={<span className={styles.sentTo}>{getIntro()}</span>}
      hasPicture
    >
      <Form
        state={state}
        submitLabel={t('confirmEmail.submit')}
        offline={offline}
        alternative={<ResendButton resend={resendCode} sentAt={sentAt} />}
        help={
          // Renders nothing unless the failure says that the coach should sign in (its `step`).
          <ExistingAccountLinks step={state.failure?.step} email={submittedEmail} locale={accountLocale} />
        }
      >
        {email === undefined ? (
          <EmailField ref={emailInput} label={t('confirmEmail.email')} />
        ) : (
          <input type="hidden" name="email" value={email} />
        )}
        <CodeField />
      </Form>
      <p>
        <span>{t(email === undefined ? 'signIn.noAccount' : 'confirmEmail.wrongEmail')}</span>{' '}
        <LocaleLink to="sign-up" locale={accountLocale}>
          {t(email === undefined ? 'signIn.toSignUp' : 'confirmEmail.backToSignUp')}
        </LocaleLink>
      </p>
    </Page>
  )
}
