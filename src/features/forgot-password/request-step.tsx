import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { EmailField } from '../../ui/form/email-field.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { focus } from './focus.ts'
import { forgotPasswordWords, requestForm } from './forgot-password-form.ts'
import { PausedButton } from './paused-button.tsx'

type Props = {
  email: string
  secondsLeft: number
  offline: boolean
  /** The coach came from the other step: the button pressed there is gone. */
  focusOnArrival: boolean
  request: (email: string) => Promise<Result<void, AuthFailure>>
}

/** Asks whose password is to be reset, and has a code sent there. */
export const RequestStep = ({ email, secondsLeft, offline, focusOnArrival, request }: Props) => {
  const t = useTranslate()
  const { errorOf, busy, failure, form } = useForm({
    schema: requestForm,
    messages: forgotPasswordWords,
    paused: secondsLeft > 0,
    submit: async (values) => {
      const answer = await request(values.email)
      return answer.ok ? undefined : answer.error
    },
  })

  return (
    <Page title={t('forgotPassword.title')} intro={t('forgotPassword.intro')}>
      {offline && <Notice tone="warning">{t('error.offlineNeedsConnection')}</Notice>}
      {failure && <FailureNotice failure={failure} />}
      <form {...form}>
        <Stack>
          <EmailField
            label={t('signIn.email')}
            ref={focusOnArrival ? focus : undefined}
            defaultValue={email}
            error={errorOf('email')}
          />
          <PausedButton messages={t('forgotPassword.submit')} busy={busy} secondsLeft={secondsLeft} />
        </Stack>
      </form>
      <p>
        <LocaleLink to="login">{t('forgotPassword.toSignIn')}</LocaleLink>
      </p>
    </Page>
  )
}
